import { routes } from '@kubemin/client';
import { bindStream } from '../http/bound-route.ts';
import type { LiveService } from './live-service.ts';

/** The routes that tell what happens. */
export const liveHandlers = (live: LiveService) => ({
  liveEvents: bindStream(routes.liveEvents, ({ query: { topics }, lastEventId, caller, signal }) =>
    live.follow({ topics, lastEventId, caller, signal }),
  ),
});
