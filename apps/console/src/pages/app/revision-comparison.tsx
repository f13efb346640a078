import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangeTag, ErrorPanel, FieldChanges, LineDiff, Segments, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';

interface ComparisonProps {
  readonly appId: string;
  readonly from: number;
  readonly to: number;
}

type Shown = 'fields' | 'lines' | 'objects';

/** In what one revision differs from another: fields of the document, its lines, or the objects it renders to. */
export function RevisionComparison({ appId, from, to }: ComparisonProps) {
  const { t, sent } = useLanguage();
  const { client } = usePlatform();
  const [shown, setShown] = useState<Shown>('fields');
  const diff = useQuery({
    queryKey: [queryKeys.revisions, appId, 'diff', from, to],
    queryFn: ({ signal }) => client.diffRevisions(appId, String(from), String(to), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (diff.isError) return <ErrorPanel error={diff.error} onRetry={() => void diff.refetch()} />;
  if (diff.data === undefined) return <Skeleton rows={4} />;
  const { words, document, objects } = diff.data;
  if (document.length === 0 && objects.length === 0)
    return <p className="secondary">{t(appMessages.sameContent({ from, to }))}</p>;
  return (
    <div className="stack">
      {words.length > 0 && (
        <ul className={styles.words}>
          {words.map((word, at) => (
            <li key={word} className="break">
              {sent(diff.data, `words.${at}`, word)}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Segments<Shown>
          label={t(appMessages.show)}
          value={shown}
          options={[
            { value: 'fields', text: t(appMessages.fields) },
            { value: 'lines', text: t(appMessages.lines) },
            { value: 'objects', text: t(appMessages.objects) },
          ]}
          onChange={setShown}
        />
      </div>
      <div className={styles.diff}>
        {shown === 'fields' && <FieldChanges fields={document} />}
        {shown === 'lines' && <DocumentLines appId={appId} from={from} to={to} />}
        {shown === 'objects' &&
          objects.map(({ action, object, fields }) => (
            <div key={`${object.kind} ${object.namespace ?? ''} ${object.name}`} className={styles.object}>
              <div className="row">
                <ChangeTag action={action} />
                <span className="medium">{object.kind}</span>
                <span className="secondary break">{object.name}</span>
              </div>
              {fields.length > 0 && <FieldChanges fields={fields} />}
            </div>
          ))}
      </div>
    </div>
  );
}

function DocumentLines({ appId, from, to }: ComparisonProps) {
  const { client } = usePlatform();
  const documents = useQuery({
    queryKey: [queryKeys.revisions, appId, 'texts', from, to],
    queryFn: ({ signal }) =>
      Promise.all(
        [from, to].map((revision) => client.getRevision(appId, String(revision), { format: 'yaml' }, { signal })),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (documents.isError) return <ErrorPanel error={documents.error} onRetry={() => void documents.refetch()} />;
  const [before, after] = documents.data ?? [];
  if (before === undefined || after === undefined) return <Skeleton rows={4} />;
  return <LineDiff before={before.text} after={after.text} />;
}
