import type { Message } from '@kubemin/base/message';
import { ChartNoAxesColumn, Layers, LayoutGrid, ListTree, Server, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { shellMessages } from '../messages/index.ts';

/** A page of the navigation. */
export interface Place {
  readonly to: string;
  readonly text: Message;
  readonly icon: ReactNode;
  /** The second key after `g`. */
  readonly hotkey: string;
}

/** The pages of the navigation, in their order; the last one is at its end. */
export const PLACES: readonly Place[] = [
  { to: '/apps', text: shellMessages.apps, icon: <LayoutGrid size={16} aria-hidden />, hotkey: 'a' },
  { to: '/runs', text: shellMessages.runs, icon: <ListTree size={16} aria-hidden />, hotkey: 'r' },
  { to: '/templates', text: shellMessages.templates, icon: <Layers size={16} aria-hidden />, hotkey: 't' },
  { to: '/metrics', text: shellMessages.metrics, icon: <ChartNoAxesColumn size={16} aria-hidden />, hotkey: 'm' },
  { to: '/cluster', text: shellMessages.cluster, icon: <Server size={16} aria-hidden />, hotkey: 'c' },
  { to: '/settings', text: shellMessages.settings, icon: <Settings2 size={16} aria-hidden />, hotkey: 's' },
];
