import { type RunSource, runStates, type TaskStatus } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Input, runSources, Search, Select, StateIcon } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runsMessages } from '../../messages/index.ts';
import { applicationPath, applicationsQuery, usePlatform } from '../../platform/index.ts';
import { RunViews } from './run-views.tsx';
import styles from './runs-page.module.css';
import type { RunsSearch } from './runs-search.ts';

const STATES: readonly TaskStatus[] = [
  'running',
  'queued',
  'waiting',
  'failed',
  'timeout',
  'rejected',
  'cancelled',
  'completed',
];

const SOURCES: readonly RunSource[] = ['web', 'cli', 'api'];

/** Changes filters in the address. */
export function useSetSearch(search: RunsSearch): (next: Partial<RunsSearch>) => void {
  const navigate = useNavigate();
  return (next) => {
    const both = Object.entries({ ...search, ...next }).filter(
      ([, value]) => value !== undefined && value !== '' && value.length > 0,
    );
    void navigate({ to: '/runs', search: Object.fromEntries(both), replace: true });
  };
}

/** What is listed: everything is in the address, so that a list can be shared and stored as a view. */
export function RunFilters({ search }: { readonly search: RunsSearch }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const setSearch = useSetSearch(search);
  const { data } = useQuery(applicationsQuery(client));
  const apps = data?.applications ?? [];
  // An application that has been deleted, or is of another name than the address has.
  const isUnknown = search.app !== undefined && !apps.some((app) => applicationPath(app, apps) === search.app);
  const states = search.status ?? [];
  const toggle = (state: TaskStatus): void =>
    setSearch({
      status: states.includes(state) ? states.filter((each) => each !== state) : [...states, state],
    });
  return (
    <div className="stack">
      <div className="wrap">
        <Search
          label={t(runsMessages.filter)}
          value={search.text ?? ''}
          onChange={(event) => setSearch({ text: event.target.value })}
        />
        <Select
          className={styles.choice}
          aria-label={t(runsMessages.app)}
          value={search.app ?? ''}
          onChange={(event) => setSearch({ app: event.target.value })}
        >
          <option value="">{t(runsMessages.allApps)}</option>
          {isUnknown && <option value={search.app}>{search.app}</option>}
          {apps.map((app) => (
            <option key={app.id} value={applicationPath(app, apps)}>
              {app.name}
            </option>
          ))}
        </Select>
        <CreatorFilter
          key={search.creator}
          creator={search.creator ?? ''}
          onChange={(creator) => setSearch({ creator })}
        />
        <Select
          className={styles.choice}
          aria-label={t(runsMessages.source)}
          value={search.source ?? ''}
          onChange={(event) => setSearch({ source: SOURCES.find((source) => source === event.target.value) })}
        >
          <option value="">{t(runsMessages.anySource)}</option>
          {SOURCES.map((source) => (
            <option key={source} value={source}>
              {t(runSources[source])}
            </option>
          ))}
        </Select>
        <RunViews search={search} />
      </div>
      <fieldset className="wrap" aria-label={t(runsMessages.status)}>
        {STATES.map((state) => (
          <button
            key={state}
            type="button"
            className={[styles.facet, styles[state]].join(' ')}
            aria-pressed={states.includes(state)}
            onClick={() => toggle(state)}
          >
            <StateIcon state={state} />
            {t(runStates[state])}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface CreatorFilterProps {
  readonly creator: string;
  readonly onChange: (creator: string) => void;
}

/** The platform compares whole names: the filter applies when the name is complete. */
function CreatorFilter({ creator, onChange }: CreatorFilterProps) {
  const { t } = useLanguage();
  const [text, setText] = useState(creator);
  return (
    <Input
      className={styles.choice}
      aria-label={t(runsMessages.creator)}
      placeholder={t(runsMessages.creator)}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => text !== creator && onChange(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(text.trim());
      }}
    />
  );
}
