import type { User } from '@kubemin/client';
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
  Tag,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { usePlatform, useRights } from '../../platform/index.ts';
import { type GrantRow, GrantsEditor, GrantTags } from './grants.tsx';
import { SettingsPage, useAdminReason } from './settings-page.tsx';
import { settingsKeys, usersQuery } from './settings-queries.ts';

type Editing = { readonly kind: 'new' } | { readonly kind: 'change' | 'remove'; readonly user: User };

export function MembersPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { isKnown } = useRights();
  const reason = useAdminReason();
  const users = useQuery({ ...usersQuery(client), enabled: isKnown && reason === undefined });
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
          {t(settingsMessages.newMember)}
        </Button>
      }
    >
      <Panel label={t(settingsMessages.members)}>
        {reason !== undefined && <EmptyState title={t(settingsMessages.membersHidden)}>{reason}</EmptyState>}
        {users.isError && <ErrorPanel error={users.error} onRetry={() => void users.refetch()} />}
        {reason === undefined && users.isPending && <Skeleton />}
        {users.data !== undefined && <UserTable users={users.data.users} onEdit={setEditing} />}
      </Panel>
      {editing?.kind === 'new' && <MemberForm onClose={close} />}
      {editing?.kind === 'change' && <MemberForm user={editing.user} onClose={close} />}
      {editing?.kind === 'remove' && (
        <Confirm
          open
          onClose={close}
          title={t(settingsMessages.removeMember({ name: editing.user.name }))}
          action={t(settingsMessages.remove)}
          danger
          typedName={editing.user.name}
          onConfirm={async () => {
            await client.removeUser(editing.user.name);
            await queries.invalidateQueries({ queryKey: [settingsKeys.users] });
          }}
        >
          <p className="secondary">{t(settingsMessages.removeMemberHelp)}</p>
        </Confirm>
      )}
    </SettingsPage>
  );
}

interface UserTableProps {
  readonly users: readonly User[];
  readonly onEdit: (editing: Editing) => void;
}

function UserTable({ users, onEdit }: UserTableProps) {
  const { t } = useLanguage();
  const fixed = t(settingsMessages.configured);
  const columns: readonly Column<User>[] = [
    {
      id: 'name',
      head: t(settingsMessages.name),
      cell: ({ name, displayName, origin }) => (
        <div className="two-lines">
          <span className="medium break">
            {displayName === '' ? name : displayName} {origin === 'configured' && <Tag>{fixed}</Tag>}
          </span>
          {displayName !== '' && <span className="small secondary">{name}</span>}
        </div>
      ),
    },
    { id: 'roles', head: t(settingsMessages.roles), cell: ({ roles }) => <GrantTags grants={roles} /> },
    {
      id: 'actions',
      head: '',
      width: '56px',
      cell: (user) => {
        const reason = user.origin === 'configured' ? t(settingsMessages.configuredHelp) : undefined;
        return (
          <Menu small label={t(settingsMessages.actionsOf({ name: user.name }))}>
            <MenuItem disabledReason={reason} onSelect={() => onEdit({ kind: 'change', user })}>
              {t(settingsMessages.change)}
            </MenuItem>
            <MenuItem danger disabledReason={reason} onSelect={() => onEdit({ kind: 'remove', user })}>
              {t(settingsMessages.remove)}
            </MenuItem>
          </Menu>
        );
      },
    },
  ];
  return <Table label={t(settingsMessages.members)} columns={columns} items={users} itemKey={({ name }) => name} />;
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
