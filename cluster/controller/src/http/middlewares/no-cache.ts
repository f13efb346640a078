import { withHeaders } from '../http-reply.ts';
import type { Middleware } from '../middleware.ts';

const HEADERS = { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', expires: '0' };

/** What is true of objects now is not true for long, and is told to the one who asked alone. */
export const noCache: Middleware = async (request, next) => withHeaders(await next(request), HEADERS);
