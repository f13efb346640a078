import type { UseQueryResult } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Button,
  CliLine,
  type Column,
  Confirm,
  EmptyState,
  ErrorPanel,
  Menu,
  MenuItem,
  Panel,
  Skeleton,
  Table,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { SettingsPage } from './settings-page.tsx';

/** A dialog about one entry; it calls `close` when it is over. */
type EntryDialog<T> = (item: T, close: () => void) => ReactNode;

/** Something to do with an entry, from the menu of its row. */
export interface EntryAction<T> {
  readonly text: string;
  readonly danger?: boolean;
  /** Whether the entry has it at all. @default true */
  readonly isOffered?: (item: T) => boolean;
  readonly disabledReason?: (item: T) => string | undefined;
  readonly dialog: EntryDialog<T>;
}

interface SettingsListProps<T> {
  /** Names the list for screen readers. */
  readonly label: string;
  /** A sentence above the list. */
  readonly help?: string;
  readonly query: Pick<UseQueryResult<unknown>, 'isError' | 'isPending' | 'error' | 'refetch'>;
  /** Undefined until they are known. */
  readonly items: readonly T[] | undefined;
  readonly itemKey: (item: T) => string;
  readonly itemName: (item: T) => string;
  readonly columns: readonly Column<T>[];
  /** What an empty list shows. */
  readonly empty?: { readonly title: string; readonly help?: string };
  /** Why the user may not see the list. */
  readonly hidden?: { readonly title: string; readonly reason: string } | undefined;
  readonly create?: {
    readonly text: string;
    readonly disabledReason: string | undefined;
    readonly dialog: (close: () => void) => ReactNode;
  };
  readonly actions?: readonly EntryAction<T>[];
}

type OpenDialog<T> =
  | { readonly kind: 'new' }
  | { readonly kind: 'entry'; readonly dialog: EntryDialog<T>; readonly item: T };

/** A page of settings that is a list: how to add an entry, its states, the table, and a menu for each row. */
export function SettingsList<T>(props: SettingsListProps<T>) {
  const { label, help, query, items, itemKey, itemName, columns, empty, hidden, create, actions = [] } = props;
  const { t } = useLanguage();
  const [open, setOpen] = useState<OpenDialog<T>>();
  const close = (): void => setOpen(undefined);
  const menu: Column<T> = {
    id: 'actions',
    head: '',
    width: '56px',
    inFirstLine: true,
    cell: (item) => {
      const offered = actions.filter(({ isOffered = () => true }) => isOffered(item));
      if (offered.length === 0) return null;
      return (
        <Menu small label={t(settingsMessages.actionsOf({ name: itemName(item) }))}>
          {offered.map(({ text, danger = false, disabledReason, dialog }) => (
            <MenuItem
              key={text}
              danger={danger}
              disabledReason={disabledReason?.(item)}
              onSelect={() => setOpen({ kind: 'entry', dialog, item })}
            >
              {text}
            </MenuItem>
          ))}
        </Menu>
      );
    },
  };
  return (
    <SettingsPage
      actions={
        create !== undefined && (
          <Button
            kind="primary"
            icon={<Plus size={14} aria-hidden />}
            disabledReason={create.disabledReason}
            onClick={() => setOpen({ kind: 'new' })}
          >
            {create.text}
          </Button>
        )
      }
    >
      {help !== undefined && <p className="secondary">{help}</p>}
      <Panel label={label}>
        {hidden !== undefined && <EmptyState title={hidden.title}>{hidden.reason}</EmptyState>}
        {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
        {hidden === undefined && query.isPending && <Skeleton />}
        {items?.length === 0 && empty !== undefined && <EmptyState title={empty.title}>{empty.help}</EmptyState>}
        {items !== undefined && items.length > 0 && (
          <Table
            label={label}
            columns={actions.length === 0 ? columns : [...columns, menu]}
            items={items}
            itemKey={itemKey}
          />
        )}
      </Panel>
      {open?.kind === 'new' && create?.dialog(close)}
      {open?.kind === 'entry' && open.dialog(open.item, close)}
    </SettingsPage>
  );
}

interface RemovalProps {
  readonly onClose: () => void;
  readonly title: string;
  /** The verb of the button. */
  readonly action: string;
  readonly help?: string;
  /** The name that has to be typed first. */
  readonly typedName?: string;
  /** The command that does the same. */
  readonly command: readonly string[];
  readonly remove: () => Promise<unknown>;
  /** What is read again afterwards. */
  readonly queryKey: readonly string[];
}

/** Asks before an entry is removed. */
export function Removal({ onClose, title, action, help, typedName, command, remove, queryKey }: RemovalProps) {
  const queries = useQueryClient();
  return (
    <Confirm
      open
      danger
      onClose={onClose}
      title={title}
      action={action}
      {...(typedName !== undefined && { typedName })}
      onConfirm={async () => {
        await remove();
        await queries.invalidateQueries({ queryKey });
      }}
    >
      {help !== undefined && <p className="secondary">{help}</p>}
      <CliLine words={command} />
    </Confirm>
  );
}
