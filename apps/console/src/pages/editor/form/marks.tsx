import {
  Cpu,
  HardDrive,
  HeartPulse,
  type LucideIcon,
  Network,
  PackagePlus,
  PanelRight,
  Puzzle,
  ScrollText,
  Shield,
  SquareFunction,
  TrendingUp,
  TriangleAlert,
} from 'lucide-react';
import { Tag } from '../../../kit/index.ts';
import { useLanguage } from '../../../language/index.ts';
import { editorMessages } from '../../../messages/index.ts';

const TRAIT_ICONS: Readonly<Record<string, LucideIcon>> = {
  storage: HardDrive,
  envFrom: ScrollText,
  envs: SquareFunction,
  resources: Cpu,
  probes: HeartPulse,
  rbac: Shield,
  init: PackagePlus,
  sidecar: PanelRight,
  ingress: Network,
  gateway: Network,
  autoscaling: TrendingUp,
};

export function TraitIcon({ trait }: { readonly trait: string }) {
  const Icon = TRAIT_ICONS[trait] ?? Puzzle;
  return <Icon size={14} aria-hidden />;
}

export function ProblemBadge({ errors, warnings }: { readonly errors: number; readonly warnings: number }) {
  const { t } = useLanguage();
  if (errors + warnings === 0) return null;
  const label =
    errors > 0 ? t(editorMessages.errors({ count: errors })) : t(editorMessages.warnings({ count: warnings }));
  return (
    <span title={label}>
      <Tag kind={errors > 0 ? 'error' : 'warning'}>
        <TriangleAlert size={12} aria-label={label} />
        {errors > 0 ? errors : warnings}
      </Tag>
    </span>
  );
}
