import { EVERYWHERE, type User } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, Field, FormDialog, Input, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { usePlatform, useRights } from '../../platform/index.ts';
import { type GrantRow, GrantsEditor, GrantTags } from './grants.tsx';
import { Removal, SettingsList } from './settings-list.tsx';
import { useAdminReason } from './settings-page.tsx';
import { settingsKeys, usersQuery } from './settings-queries.ts';

export function MembersPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { isKnown } = useRights();
  const reason = useAdminReason();
  const users = useQuery({ ...usersQuery(client), enabled: isKnown && reason === undefined });
  const fixed = ({ origin }: User): string | undefined =>
    origin === 'configured' ? t(settingsMessages.configuredHelp) : undefined;
  const columns: readonly Column<User>[] = [
    {
      id: 'name',
      head: t(settingsMessages.name),
      cell: ({ name, displayName, origin }) => (
        <div className="two-lines">
          <span className="medium break">
            {displayName === '' ? name : displayName}{' '}
            {origin === 'configured' && <Tag>{t(settingsMessages.configured)}</Tag>}
          </span>
          {displayName !== '' && <span className="small secondary">{name}</span>}
        </div>
      ),
    },
    { id: 'roles', head: t(settingsMessages.roles), cell: ({ roles }) => <GrantTags grants={roles} /> },
  ];
  return (
    <SettingsList
      label={t(settingsMessages.members)}
      query={users}
      items={users.data?.users}
      itemKey={({ name }) => name}
      itemName={({ name }) => name}
      columns={columns}
      hidden={reason === undefined ? undefined : { title: t(settingsMessages.membersHidden), reason }}
      create={{
        text: t(settingsMessages.newMember),
        disabledReason: reason,
        dialog: (close) => <MemberForm onClose={close} />,
      }}
      actions={[
        {
          text: t(settingsMessages.change),
          disabledReason: fixed,
          dialog: (user, close) => <MemberForm user={user} onClose={close} />,
        },
        {
          text: t(settingsMessages.remove),
          danger: true,
          disabledReason: fixed,
          dialog: ({ name }, close) => (
            <Removal
              onClose={close}
              title={t(settingsMessages.removeMember({ name }))}
              action={t(settingsMessages.remove)}
              help={t(settingsMessages.removeMemberHelp)}
              typedName={name}
              command={['user', 'rm', name]}
              remove={() => client.removeUser(name)}
              queryKey={[settingsKeys.users]}
            />
          ),
        },
      ]}
    />
  );
}

function MemberForm({ user, onClose }: { readonly user?: User; readonly onClose: () => void }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [name, setName] = useState(user?.name ?? '');
  const [displayName, setDisplayName] = useState(user?.displayName ?? '');
  const [rows, setRows] = useState<readonly GrantRow[]>(() =>
    (user?.roles ?? []).map((grant, id) => ({ ...grant, id })),
  );
  const save = async (): Promise<void> => {
    const content = { displayName, roles: rows.map(({ project, role }) => ({ project, role })) };
    if (user === undefined) await client.createUser({ name, ...content });
    else await client.changeUser(user.name, content);
    await queries.invalidateQueries({ queryKey: [settingsKeys.users] });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={user === undefined ? t(settingsMessages.newMember) : t(settingsMessages.changeMember({ name: user.name }))}
      action={t(user === undefined ? settingsMessages.create : settingsMessages.save)}
      missing={name === '' ? t(settingsMessages.nameMissing) : undefined}
      onSubmit={save}
      command={[
        ...['user', user === undefined ? 'add' : 'set', name || 'NAME'],
        ...rows.flatMap(({ project, role }) => ['--role', project === EVERYWHERE ? role : `${project}=${role}`]),
      ]}
    >
      <Field label={t(settingsMessages.name)} help={t(settingsMessages.memberNameHelp)}>
        <Input
          value={name}
          readOnly={user !== undefined}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field label={t(settingsMessages.displayName)}>
        <Input value={displayName} onChange={(event) => setDisplayName(event.target.value)} autoComplete="off" />
      </Field>
      <GrantsEditor rows={rows} onChange={setRows} />
    </FormDialog>
  );
}
