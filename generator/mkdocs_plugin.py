"""The only code that knows MkDocs: stages the pages before each build and watches what they are made from."""

from __future__ import annotations

from pathlib import Path

from jinja2 import TemplateError
from mkdocs.config import base, config_options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, get_plugin_logger

from generator.build import Build, generate
from generator.cli import today_utc
from generator.diagrams import DiagramError
from generator.problems import DataError
from generator.publish import PublishError, add_extras, hand_written_nav
from generator.templating import TEMPLATES

log = get_plugin_logger("atlas")


class AtlasConfig(base.Config):
    data_dir = config_options.Type(str, default="data")


class AtlasPlugin(BasePlugin[AtlasConfig]):
    built: Build | None = None
    serving = False

    def on_startup(self, *, command: str, dirty: bool) -> None:
        self.serving = command == "serve"  # having this method also keeps one plugin, and so `built`, for all builds

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        root = Path(config.config_file_path).parent
        config.watch += [str(root / self.config.data_dir), str(root / "docs"), str(TEMPLATES)]
        config.docs_dir = str(root / "build" / "docs")
        return config

    def on_pre_build(self, config: MkDocsConfig) -> None:
        root = Path(config.config_file_path).parent
        try:
            self.built = generate(root, root / self.config.data_dir, today_utc())
        except (DataError, DiagramError, PublishError, TemplateError) as error:
            if not (self.serving and self.built):
                raise PluginError(f"the site was not built:\n{error}") from None
            # Not raised while serving: MkDocs would answer no request until the error is gone.
            log.error("the site stays as it was:\n%s", error, exc_info=isinstance(error, TemplateError))
        else:
            done = self.built.published
            log.info("%d files written, %d unchanged, %d removed", done.written, done.unchanged, done.removed)
        config.nav = [*self.built.rendering.nav, *hand_written_nav(root / "docs")]

    def on_post_build(self, config: MkDocsConfig) -> None:
        if self.built:
            add_extras(self.built.rendering, Path(config.site_dir))

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        server.unwatch(config.docs_dir)  # what we write is never a reason to build again
        return server
