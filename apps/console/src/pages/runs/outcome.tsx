import type { Callback, CallbackAttempt, RunStatus } from '@kubemin/client';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Banner, Button, type Column, Confirm, Duration, Moment, Panel, Table } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages, shellMessages } from '../../messages/index.ts';
import { usePlatform, useRights } from '../../platform/index.ts';
import { useStartRun } from './run-actions.tsx';
import { useRun, useRunSearch } from './run-context.tsx';

/** Why a run did not complete, what serves now, and how to go back to it. */
export function OutcomeBanner() {
  const { t, sent } = useLanguage();
  const { run, project } = useRun();
  const { can } = useRights();
  const { client } = usePlatform();
  const navigate = useNavigate();
  const { search } = useRunSearch();
  const { start } = useStartRun();
  const [isOpen, setOpen] = useState(false);
  const title = outcomeTitle(run);
  if (title === undefined) return null;
  const failed = run.jobs.find(({ status }) => status === 'failed' || status === 'timeout' || status === 'rejected');
  const { serving } = run;
  const goesBack = serving !== undefined && serving.restores === undefined && serving.revision !== run.revision;
  const disabledReason = can('deploy', project ?? '') ? undefined : t(shellMessages.scopeNeeded({ scope: 'deploy' }));
  const reason =
    run.status === 'cancelled'
      ? run.cancelReason !== undefined && sent(run, 'cancelReason', run.cancelReason)
      : run.error !== undefined && sent(run, 'error', run.error);
  return (
    <>
      <Banner
        kind={run.status === 'failed' ? 'failed' : 'warning'}
        label={t(title)}
        icon={<CircleAlert size={20} aria-hidden />}
        title={t(title)}
        actions={
          <>
            {goesBack && (
              <Button disabledReason={disabledReason} onClick={() => setOpen(true)}>
                {t(runMessages.rollback({ revision: serving.revision }))}
              </Button>
            )}
            {failed !== undefined && search.job !== failed.id && (
              <Button
                onClick={() =>
                  void navigate({
                    to: '/runs/$run',
                    params: { run: String(run.number) },
                    search: { job: failed.id },
                  })
                }
              >
                {t(runMessages.showJob)}
              </Button>
            )}
          </>
        }
      >
        {reason !== false && <div>{reason}</div>}
        {serving !== undefined && <Serving serving={serving} />}
      </Banner>
      {goesBack && (
        <Confirm
          open={isOpen}
          onClose={() => setOpen(false)}
          title={t(runMessages.rollbackTitle({ revision: serving.revision }))}
          action={t(runMessages.rollbackAction)}
          onConfirm={() => start(() => client.rollbackApplication(run.appId, { revision: serving.revision }))}
        >
          <p className="secondary">{t(runMessages.rollbackHelp({ revision: serving.revision }))}</p>
        </Confirm>
      )}
    </>
  );
}

function outcomeTitle({ status, number }: RunStatus) {
  switch (status) {
    case 'failed':
      return runMessages.failedTitle({ number });
    case 'timeout':
      return runMessages.timeoutTitle({ number });
    case 'rejected':
      return runMessages.rejectedTitle({ number });
    case 'cancelled':
      return runMessages.cancelledTitle({ number });
    default:
      return undefined;
  }
}

/** What runs now, where a run did not complete. */
function Serving({ serving }: { readonly serving: NonNullable<RunStatus['serving']> }) {
  const { t } = useLanguage();
  const { revision, restores, components } = serving;
  const isWhole = components.every((each) => each.revision === revision);
  if (isWhole && restores !== undefined) return <div>{t(runMessages.servesRestored({ restores, revision }))}</div>;
  if (isWhole) return <div>{t(runMessages.servesWhole({ revision }))}</div>;
  if (components.every((each) => each.revision === undefined)) return <div>{t(runMessages.servesNothing)}</div>;
  const parts = components.map((each) =>
    t(
      each.revision === undefined
        ? runMessages.servesNoPart({ component: each.name })
        : runMessages.servesPart({ component: each.name, revision: each.revision }),
    ),
  );
  return <div>{t(runMessages.servesParts({ parts }))}</div>;
}

/** The attempts to report the end of the run to an address. */
export function CallbackPanel() {
  const { t } = useLanguage();
  const {
    run: { callback },
  } = useRun();
  if (callback === undefined) return null;
  return (
    <Panel
      title={t(runMessages.callback({ origin: callback.origin }))}
      actions={
        <span className="small secondary">
          {t(callbackState(callback))}
          {callback.nextAt !== undefined && (
            <>
              {' '}
              · {t(runMessages.callbackNext)} <Moment at={callback.nextAt} />
            </>
          )}
        </span>
      }
      padded={callback.attempts.length === 0}
    >
      {callback.attempts.length === 0 ? (
        <span className="secondary">{t(runMessages.callbackNone)}</span>
      ) : (
        <CallbackAttempts attempts={callback.attempts} />
      )}
    </Panel>
  );
}

function callbackState({ status }: Callback) {
  if (status === 'open') return runMessages.callbackOpen;
  return status === 'delivered' ? runMessages.callbackDelivered : runMessages.callbackFailed;
}

function CallbackAttempts({ attempts }: { readonly attempts: readonly CallbackAttempt[] }) {
  const { t, sent } = useLanguage();
  const columns: readonly Column<CallbackAttempt>[] = [
    { id: 'number', head: t(runMessages.attempts), cell: ({ number }) => number, width: '10%' },
    { id: 'time', head: t(runMessages.time), cell: ({ startedAt }) => <Moment at={startedAt} /> },
    {
      id: 'duration',
      head: t(runMessages.duration),
      cell: ({ startedAt, endedAt }) => endedAt !== undefined && <Duration from={startedAt} to={endedAt} />,
    },
    {
      id: 'response',
      head: t(runMessages.response),
      cell: (attempt) => (
        <span className="break">
          {attempt.status !== undefined && `HTTP ${attempt.status} `}
          {attempt.error !== undefined && sent(attempt, 'error', attempt.error)}
        </span>
      ),
    },
  ];
  return (
    <Table
      label={t(runMessages.attempts)}
      columns={columns}
      items={attempts}
      itemKey={({ number }) => String(number)}
    />
  );
}
