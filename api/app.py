"""create_app(): the one place where everything is wired."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.access import rate_limits, sessions
from api.http import damage, docs, headers, metrics, openapi, problems, replica
from api.http.sub_path import SubPath
from api.rest.resources import AT_ROOT, PREFIX, RESOURCES
from api.services import NAME, open_services
from api.settings import Settings
from api.web.boxes.routes import box_pages
from api.web.endings import ending_pages
from api.web.leagues.routes import league_pages
from api.web.new_game.imports import import_pages
from api.web.new_game.routes import new_game_pages
from api.web.offline import offline
from api.web.pages import pages
from api.web.people.routes import people_pages
from api.web.record.links import link_pages
from api.web.record.routes import record_pages
from api.web.replay.extracts import extracts
from api.web.replay.routes import replay_pages
from api.web.replay.what_if import what_if
from api.web.seasons.routes import season_pages
from api.web.seasons.statistics_routes import season_statistics_pages
from api.web.webhooks import webhook_pages


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; its database is brought up to date. `settings`: the environment's."""
    settings = settings or Settings.from_environ()
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.largest_body
    app.url_map.strict_slashes = False
    here = app.extensions[NAME] = open_services(settings)
    problems.handle(app)
    damage.tell(app)
    metrics.count(app, here.queue.health)
    app.after_request(sessions.write_cookie)  # the last of all: others change the session
    rate_limits.limit(app)
    _register_resources(app)
    app.register_blueprint(pages)
    app.register_blueprint(replay_pages)
    app.register_blueprint(box_pages)
    app.register_blueprint(ending_pages)
    app.register_blueprint(extracts)
    app.register_blueprint(import_pages)
    app.register_blueprint(link_pages)
    app.register_blueprint(new_game_pages)
    app.register_blueprint(record_pages)
    app.register_blueprint(what_if)
    app.register_blueprint(people_pages)
    app.register_blueprint(webhook_pages)
    app.register_blueprint(season_statistics_pages)
    app.register_blueprint(league_pages)
    app.register_blueprint(season_pages)
    app.register_blueprint(offline)
    if settings.replica is not None:
        replica.read_from(app, replica.Replica(here, settings.replica))
    headers.protect(app)
    if settings.proxies or settings.address:
        app.wsgi_app = SubPath(app, settings.address)  # type: ignore[method-assign]
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops
        )
    return app


def _register_resources(app: Flask) -> None:
    api = openapi.make_api(app)
    for resource in RESOURCES:
        api.register_blueprint(resource, url_prefix=PREFIX)
    for resource in AT_ROOT:
        api.register_blueprint(resource)
    app.register_blueprint(docs.blueprint(api))
