import type { Profile } from '@kubemin/client';
import { builtinRegistry } from '@kubemin/model';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, Field, FormDialog, Input, Textarea } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './settings.module.css';
import { Removal, SettingsList } from './settings-list.tsx';
import { useAdminReason } from './settings-page.tsx';
import { profilesQuery, settingsKeys } from './settings-queries.ts';

export function ProfilesPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const reason = useAdminReason();
  const profiles = useQuery(profilesQuery(client));
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
  ];
  return (
    <SettingsList
      label={t(settingsMessages.profiles)}
      help={t(settingsMessages.profilesHelp)}
      query={profiles}
      items={profiles.data?.profiles}
      itemKey={({ kind, name }) => `${kind}/${name}`}
      itemName={({ name }) => name}
      columns={columns}
      empty={{ title: t(settingsMessages.noProfiles) }}
      create={{
        text: t(settingsMessages.newProfile),
        disabledReason: reason,
        dialog: (close) => <ProfileForm onClose={close} />,
      }}
      actions={[
        {
          text: t(settingsMessages.change),
          disabledReason: () => reason,
          dialog: (profile, close) => <ProfileForm profile={profile} onClose={close} />,
        },
        {
          text: t(settingsMessages.delete),
          danger: true,
          disabledReason: ({ uses }) =>
            reason ?? (uses > 0 ? t(settingsMessages.profileUsed({ count: uses })) : undefined),
          dialog: ({ kind, name }, close) => (
            <Removal
              onClose={close}
              title={t(settingsMessages.deleteProfile({ name }))}
              action={t(settingsMessages.delete)}
              command={['api', 'DELETE', `/profiles/${kind}/${name}`]}
              remove={() => client.deleteProfile(kind, name)}
              queryKey={[settingsKeys.profiles]}
            />
          ),
        },
      ]}
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
