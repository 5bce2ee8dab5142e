"""Inference Atlas: structured facts about LLM inference engines, as a proven and dated site."""
