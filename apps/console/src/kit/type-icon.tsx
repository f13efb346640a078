import {
  Boxes,
  CalendarClock,
  Cog,
  Database,
  FileText,
  Globe,
  KeyRound,
  type LucideIcon,
  Play,
  ServerCog,
} from 'lucide-react';

const TYPE_ICONS: Readonly<Record<string, LucideIcon>> = {
  webservice: Globe,
  store: Database,
  config: FileText,
  secret: KeyRound,
  worker: Cog,
  job: Play,
  cron: CalendarClock,
  daemon: ServerCog,
};

/** The type of a component as a shape; its name is beside it. */
export function TypeIcon({ type, size = 16 }: { readonly type: string; readonly size?: number }) {
  const Icon = TYPE_ICONS[type] ?? Boxes;
  return <Icon size={size} aria-hidden />;
}
