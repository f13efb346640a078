import { kubeYaml } from '@kubemin/convert/yaml';
import { SECRET_MASK } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hideSecrets, type MergeConflict, mergeDocuments, type Side } from '../../draft/index.ts';
import { Button, Code, Dialog, ErrorPanel, Segments, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages, kitMessages } from '../../messages/index.ts';
import styles from './dialogs.module.css';
import { useEditor } from './editor-context.tsx';

/** Another user saved meanwhile: theirs and mine, and what comes of it. */
export function MergeDialog() {
  const { t } = useLanguage();
  const { draft, openDialog } = useEditor();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const newest = useQuery({
    queryKey: ['merge', draft.appId, draft.state.base.revision],
    queryFn: () => draft.readNewest(),
    gcTime: 0,
    staleTime: 0,
  });
  const close = (): void => openDialog(undefined);
  const theirs = newest.data;
  const { base, draft: mine } = draft.state;
  const merged =
    theirs === undefined ? undefined : mergeDocuments({ base: base.document, mine, theirs: theirs.document }, choices);
  // The same places, with values of secrets that no page shows, not even those that the user typed before.
  const shown = useMemo(() => {
    if (theirs === undefined) return new Map<string, MergeConflict>();
    const hidden = { base: base.document, mine: hideSecrets(mine, TYPED_SECRET), theirs: theirs.document };
    return new Map(mergeDocuments(hidden).conflicts.map((conflict) => [conflict.id, conflict]));
  }, [base, mine, theirs]);
  const shownText = (id: string, side: Side): string => {
    const conflict = shown.get(id);
    const value = conflict?.[side];
    if (conflict === undefined) return t(editorMessages.secretValue);
    if (value === undefined) return t(editorMessages.notThere);
    if (value === SECRET_MASK || value === TYPED_SECRET) return t(editorMessages.secretValue);
    return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  };
  const open = merged?.conflicts.filter(({ id }) => choices[id] === undefined).length ?? 0;
  const take = (): void => {
    if (theirs === undefined || merged === undefined) return;
    draft.rebase(theirs, merged.document);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t(editorMessages.mergeTitle)}
      width="full"
      foot={
        <>
          <Button onClick={close}>{t(kitMessages.back)}</Button>
          <Button
            kind="primary"
            disabledReason={
              merged === undefined || open > 0 ? t(editorMessages.chooseFirst({ count: open })) : undefined
            }
            onClick={take}
          >
            {t(editorMessages.takeMerge)}
          </Button>
        </>
      }
    >
      {newest.isError && <ErrorPanel error={newest.error} onRetry={() => void newest.refetch()} />}
      {newest.isPending && <Skeleton rows={4} />}
      {theirs !== undefined && merged !== undefined && (
        <>
          <p className="secondary">
            {t(
              editorMessages.mergeHelp({
                mine: draft.state.base.revision ?? 0,
                theirs: theirs.revision,
                count: merged.conflicts.length,
              }),
            )}
          </p>
          {merged.conflicts.map(({ id }) => (
            <section key={id} className={styles.conflict} aria-label={id}>
              <div className="row">
                <code className="grow break">{id}</code>
                <Segments
                  label={id}
                  value={choices[id] ?? ''}
                  options={[
                    { value: 'theirs', text: t(editorMessages.theirs) },
                    { value: 'mine', text: t(editorMessages.mine) },
                  ]}
                  onChange={(side) => {
                    if (side === 'mine' || side === 'theirs') setChoices({ ...choices, [id]: side });
                  }}
                />
              </div>
              <div className={styles.sides}>
                <div className="stack">
                  <span className="small secondary">{t(editorMessages.theirs)}</span>
                  <Code text={shownText(id, 'theirs')} copy={false} wrapped />
                </div>
                <div className="stack">
                  <span className="small secondary">{t(editorMessages.mine)}</span>
                  <Code text={shownText(id, 'mine')} copy={false} wrapped />
                </div>
              </div>
            </section>
          ))}
          <section className="stack" aria-label={t(editorMessages.mergeResult)}>
            <span className="small secondary">{t(editorMessages.mergeResult)}</span>
            <Code text={kubeYaml(hideSecrets(merged.document))} />
          </section>
        </>
      )}
    </Dialog>
  );
}

/** In place of a secret that was typed, so that it differs from a stored one. */
const TYPED_SECRET = `${SECRET_MASK} *`;
