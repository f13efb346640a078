/**
 * The HTTP server: routing, authentication, limits, logging of requests, and the static pages.
 */
export type { CorsSettings } from './cors.ts';
export { DescriptionService } from './description/description-service.ts';
export { gracefulClose } from './graceful-close.ts';
export { createHttpApp } from './http-app.ts';
export { RequestAuthorizer } from './request-authorizer.ts';
export { homePages } from './web/home/home-pages.ts';
export { nextCommands } from './web/home/home-words.ts';
