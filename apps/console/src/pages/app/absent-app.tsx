import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { NotFoundPanel, Skeleton } from '../../kit/index.ts';
import { formatInstant, useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { deletionQuery, usePlatform } from '../../platform/index.ts';

/** An application that is not there, by its name or id: who deleted it and when, and what is left of it, its runs. */
export function AbsentApp({ app }: { readonly app: string }) {
  const { t, locale } = useLanguage();
  const { client } = usePlatform();
  const deletion = useQuery(deletionQuery(client, app));
  if (deletion.isPending) return <Skeleton rows={3} />;
  const run = deletion.data ?? undefined;
  if (run === undefined) {
    return (
      <NotFoundPanel title={t(appMessages.notFound({ name: app }))}>
        <Link className="link" to="/runs">
          {t(appMessages.lookAtRuns)}
        </Link>
      </NotFoundPanel>
    );
  }
  const time = formatInstant(Date.parse(run.endedAt ?? run.createdAt), locale);
  const { appName: name, creator: user } = run;
  const title = user === undefined ? appMessages.deleted({ name, time }) : appMessages.deletedBy({ name, user, time });
  return (
    <NotFoundPanel title={t(title)}>
      <span className="wrap">
        <Link className="link" to="/runs/$run" params={{ run: String(run.number) }}>
          {t(appMessages.deletionRun({ number: run.number }))}
        </Link>
        <Link className="link" to="/runs" search={{ app: run.appId }}>
          {t(appMessages.lastRunsOf({ name }))}
        </Link>
      </span>
    </NotFoundPanel>
  );
}
