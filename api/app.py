"""create_app(): the one place where everything is wired."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api import docs, headers, limits, metrics, openapi, problems, session
from api.rest import AT_ROOT, PREFIX, RESOURCES
from api.services import NAME, open_services
from api.settings import Settings
from api.web.almanac_pages import almanac
from api.web.box_pages import boxes
from api.web.extracts import extracts
from api.web.import_page import imports
from api.web.league_pages import league_pages
from api.web.link_pages import links
from api.web.new_game import new
from api.web.offline import offline
from api.web.pages import pages
from api.web.people import folk
from api.web.record import tables
from api.web.season_pages import season_pages
from api.web.webhook_pages import hooks
from api.web.what_if import what_if


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; its database is brought up to date. `settings`: the environment's."""
    settings = settings or Settings.from_environ()
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.largest_body
    app.url_map.strict_slashes = False
    app.extensions[NAME] = open_services(settings)
    problems.handle(app)
    metrics.count(app)
    limits.limit(app)
    _register_resources(app)
    app.register_blueprint(pages)
    app.register_blueprint(boxes)
    app.register_blueprint(extracts)
    app.register_blueprint(imports)
    app.register_blueprint(links)
    app.register_blueprint(new)
    app.register_blueprint(tables)
    app.register_blueprint(what_if)
    app.register_blueprint(folk)
    app.register_blueprint(hooks)
    app.register_blueprint(almanac)
    app.register_blueprint(league_pages)
    app.register_blueprint(season_pages)
    app.register_blueprint(offline)
    headers.protect(app)
    app.after_request(session.write_cookie)
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops
        )
    return app


def _register_resources(app: Flask) -> None:
    api = openapi.make_api(app)
    for resource in RESOURCES:
        api.register_blueprint(resource, url_prefix=PREFIX)
    for resource in AT_ROOT:
        api.register_blueprint(resource)
    app.register_blueprint(docs.blueprint(api))
