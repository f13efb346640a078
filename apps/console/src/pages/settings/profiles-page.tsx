import type { Profile } from '@kubemin/client';
import { builtinRegistry } from '@kubemin/model';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  type Column,
  Confirm,
  EmptyState,
  ErrorPanel,
  Field,
  FormDialog,
  Input,
  Menu,
  MenuItem,
  Panel,
  Skeleton,
  Table,
  Textarea,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './settings.module.css';
import { SettingsPage, useAdminReason } from './settings-page.tsx';
import { profilesQuery, settingsKeys } from './settings-queries.ts';

type Editing = { readonly kind: 'new' } | { readonly kind: 'change' | 'delete'; readonly profile: Profile };

export function ProfilesPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const reason = useAdminReason();
  const profiles = useQuery(profilesQuery(client));
  const queries = useQueryClient();
  const [editing, setEditing] = useState<Editing>();
  const close = (): void => setEditing(undefined);
  return (
    <SettingsPage
      actions={
        <Button
          kind="primary"
          icon={<Plus size={14} aria-hidden />}
          disabledReason={reason}
          onClick={() => setEditing({ kind: 'new' })}
        >
          {t(settingsMessages.newProfile)}
        </Button>
      }
    >
      <p className="secondary">{t(settingsMessages.profilesHelp)}</p>
      <Panel label={t(settingsMessages.profiles)}>
        {profiles.isError && <ErrorPanel error={profiles.error} onRetry={() => void profiles.refetch()} />}
        {profiles.isPending && <Skeleton />}
        {profiles.data?.profiles.length === 0 && <EmptyState title={t(settingsMessages.noProfiles)} />}
        {profiles.data !== undefined && profiles.data.profiles.length > 0 && (
          <ProfileTable profiles={profiles.data.profiles} reason={reason} onEdit={setEditing} />
        )}
      </Panel>
      {editing?.kind === 'new' && <ProfileForm onClose={close} />}
      {editing?.kind === 'change' && <ProfileForm profile={editing.profile} onClose={close} />}
      {editing?.kind === 'delete' && (
        <Confirm
          open
          onClose={close}
          title={t(settingsMessages.deleteProfile({ name: editing.profile.name }))}
          action={t(settingsMessages.delete)}
          danger
          onConfirm={async () => {
            await client.deleteProfile(editing.profile.kind, editing.profile.name);
            await queries.invalidateQueries({ queryKey: [settingsKeys.profiles] });
          }}
        />
      )}
    </SettingsPage>
  );
}

interface ProfileTableProps {
  readonly profiles: readonly Profile[];
  readonly reason: string | undefined;
  readonly onEdit: (editing: Editing) => void;
}

function ProfileTable({ profiles, reason, onEdit }: ProfileTableProps) {
  const { t } = useLanguage();
  const columns: readonly Column<Profile>[] = [
    {
      id: 'name',
      head: t(settingsMessages.name),
      cell: ({ name, description }) => (
        <div className="two-lines">
          <span className="medium break">{name}</span>
          {description !== '' && <span className="small secondary">{description}</span>}
        </div>
      ),
    },
    { id: 'kind', head: t(settingsMessages.trait), cell: ({ kind }) => kind },
    { id: 'uses', head: t(settingsMessages.apps), numeric: true, wideOnly: true, cell: ({ uses }) => uses },
    {
      id: 'actions',
      head: '',
      width: '56px',
      cell: (profile) => {
        const used = profile.uses > 0 ? t(settingsMessages.profileUsed({ count: profile.uses })) : undefined;
        return (
          <Menu small label={t(settingsMessages.actionsOf({ name: profile.name }))}>
            <MenuItem disabledReason={reason} onSelect={() => onEdit({ kind: 'change', profile })}>
              {t(settingsMessages.change)}
            </MenuItem>
            <MenuItem danger disabledReason={reason ?? used} onSelect={() => onEdit({ kind: 'delete', profile })}>
              {t(settingsMessages.delete)}
            </MenuItem>
          </Menu>
        );
      },
    },
  ];
  return (
    <Table
      label={t(settingsMessages.profiles)}
      columns={columns}
      items={profiles}
      itemKey={({ kind, name }) => `${kind}/${name}`}
    />
  );
}

/** Kinds of the built-in traits; plug-ins may have others, which can be typed. */
function profileKinds(): readonly string[] {
  return Object.values(builtinRegistry.traits).flatMap((trait) =>
    'profile' in trait && trait.profile !== undefined ? [trait.profile.kind] : [],
  );
}

function parseSettings(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // Shown as missing until it can be read.
    return undefined;
  }
}

function ProfileForm({ profile, onClose }: { readonly profile?: Profile; readonly onClose: () => void }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [kind, setKind] = useState(profile?.kind ?? '');
  const [name, setName] = useState(profile?.name ?? '');
  const [description, setDescription] = useState(profile?.description ?? '');
  const [text, setText] = useState(JSON.stringify(profile?.settings ?? {}, undefined, 2));
  const settings = parseSettings(text);
  const save = async (): Promise<void> => {
    await client.putProfile(kind, name, { description, settings: settings ?? {} });
    await queries.invalidateQueries({ queryKey: [settingsKeys.profiles] });
  };
  const missing =
    kind === '' || name === ''
      ? t(settingsMessages.nameMissing)
      : settings === undefined
        ? t(settingsMessages.jsonInvalid)
        : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={
        profile === undefined
          ? t(settingsMessages.newProfile)
          : t(settingsMessages.changeMember({ name: profile.name }))
      }
      action={t(settingsMessages.save)}
      missing={missing}
      onSubmit={save}
    >
      <div className={styles.two}>
        <Field label={t(settingsMessages.trait)}>
          <Input
            value={kind}
            readOnly={profile !== undefined}
            list="profile-kinds"
            onChange={(event) => setKind(event.target.value)}
            autoComplete="off"
          />
        </Field>
        <Field label={t(settingsMessages.name)}>
          <Input
            value={name}
            readOnly={profile !== undefined}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
          />
        </Field>
      </div>
      <datalist id="profile-kinds">
        {profileKinds().map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Field label={t(settingsMessages.description)}>
        <Input value={description} onChange={(event) => setDescription(event.target.value)} />
      </Field>
      <Field
        label={t(settingsMessages.profileSettings)}
        error={settings === undefined ? t(settingsMessages.jsonInvalid) : undefined}
      >
        <Textarea
          className={styles.mono}
          value={text}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
        />
      </Field>
    </FormDialog>
  );
}
