"""create_app(): the one place where everything is wired."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.access import rate_limits, sessions
from api.http import docs, headers, metrics, openapi, problems
from api.rest import AT_ROOT, PREFIX, RESOURCES
from api.services import NAME, open_services
from api.settings import Settings
from api.web.boxes.routes import boxes
from api.web.leagues.routes import league_pages
from api.web.new_game.imports import imports
from api.web.new_game.routes import new
from api.web.offline import offline
from api.web.pages import pages
from api.web.people.routes import folk
from api.web.record.links import links
from api.web.record.routes import tables
from api.web.replay.extracts import extracts
from api.web.replay.what_if import what_if
from api.web.seasons.routes import season_pages
from api.web.seasons.statistics_routes import almanac
from api.web.webhooks import hooks


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; its database is brought up to date. `settings`: the environment's."""
    settings = settings or Settings.from_environ()
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.largest_body
    app.url_map.strict_slashes = False
    app.extensions[NAME] = open_services(settings)
    problems.handle(app)
    metrics.count(app)
    rate_limits.limit(app)
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
    app.after_request(sessions.write_cookie)
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
