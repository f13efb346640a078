import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import { Button, Field, FormDialog, Input, Menu, MenuItem, MenuSeparator } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runsMessages } from '../../messages/index.ts';
import { usePlatform, whoamiQuery } from '../../platform/index.ts';
import { useStoredPreference } from '../../preferences/index.ts';
import { type RunsSearch, runsSearchSchema } from './runs-search.ts';

const STORED = 'kubemin.run-views';
const viewsSchema = z.array(z.object({ name: z.string(), search: runsSearchSchema })).catch([]);
type SavedView = z.output<typeof viewsSchema>[number];

/** Views are filters with names. Opening one changes the address, which can be shared; names are stored in this browser. */
export function RunViews({ search }: { readonly search: RunsSearch }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { client } = usePlatform();
  const { data: me } = useQuery(whoamiQuery(client));
  const { views, store } = useSavedViews();
  const [isSaving, setSaving] = useState(false);
  const open = (next: RunsSearch): void => void navigate({ to: '/runs', search: next });
  return (
    <>
      <Menu
        label={t(runsMessages.views)}
        align="start"
        trigger={<Button icon={<Bookmark size={14} aria-hidden />}>{t(runsMessages.views)}</Button>}
      >
        <MenuItem onSelect={() => open({})}>{t(runsMessages.viewAll)}</MenuItem>
        <MenuItem onSelect={() => open({ status: ['waiting', 'queued', 'running'] })}>
          {t(runsMessages.viewActive)}
        </MenuItem>
        <MenuItem onSelect={() => open({ status: ['failed', 'timeout', 'rejected'] })}>
          {t(runsMessages.viewFailed)}
        </MenuItem>
        {me !== undefined && (
          <MenuItem onSelect={() => open({ creator: me.user })}>{t(runsMessages.viewMine)}</MenuItem>
        )}
        {views.length > 0 && <MenuSeparator />}
        {views.map((view) => (
          <MenuItem key={view.name} onSelect={() => open(view.search)}>
            {view.name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<BookmarkPlus size={14} aria-hidden />} onSelect={() => setSaving(true)}>
          {t(runsMessages.saveView)}
        </MenuItem>
        {views.map(({ name }) => (
          <MenuItem
            key={name}
            icon={<Trash2 size={14} aria-hidden />}
            onSelect={() => store(views.filter((each) => each.name !== name))}
          >
            {t(runsMessages.removeView({ name }))}
          </MenuItem>
        ))}
      </Menu>
      {isSaving && (
        <SaveDialog
          onClose={() => setSaving(false)}
          onSave={(name) => store([...views.filter((view) => view.name !== name), { name, search }])}
        />
      )}
    </>
  );
}

function useSavedViews(): {
  readonly views: readonly SavedView[];
  readonly store: (views: readonly SavedView[]) => void;
} {
  const [text, change] = useStoredPreference(STORED);
  return { views: readViews(text), store: (views) => change(JSON.stringify(views)) };
}

/** What another program wrote there counts as no views. */
function readViews(text: string | null): readonly SavedView[] {
  try {
    return viewsSchema.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

interface SaveDialogProps {
  readonly onClose: () => void;
  readonly onSave: (name: string) => void;
}

function SaveDialog({ onClose, onSave }: SaveDialogProps) {
  const { t } = useLanguage();
  const [name, setName] = useState('');
  return (
    <FormDialog
      onClose={onClose}
      title={t(runsMessages.saveViewTitle)}
      action={t(runsMessages.saveViewAction)}
      missing={name.trim() === '' ? t(runsMessages.nameMissing) : undefined}
      onSubmit={async () => onSave(name.trim())}
    >
      <Field label={t(runsMessages.viewName)}>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <p className="small secondary">{t(runsMessages.saveViewHelp)}</p>
    </FormDialog>
  );
}
