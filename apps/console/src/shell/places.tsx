import type { Message } from '@kubemin/base/message';
import { ChartNoAxesColumn, Layers, LayoutGrid, ListTree, Server, Settings2, SquareFunction } from 'lucide-react';
import type { ReactNode } from 'react';
import { clusterMessages, settingsMessages, shellMessages } from '../messages/index.ts';

/** A page of the navigation. */
export interface Place {
  readonly to: string;
  readonly text: Message;
  readonly icon: ReactNode;
  /** The second key after `g`. */
  readonly hotkey: string;
  /** Shown where the platform has it. @default always */
  readonly feature?: 'functions';
}

/** The pages of the navigation, in their order; the last one is at its end. */
export const PLACES: readonly Place[] = [
  { to: '/apps', text: shellMessages.apps, icon: <LayoutGrid size={16} aria-hidden />, hotkey: 'a' },
  { to: '/runs', text: shellMessages.runs, icon: <ListTree size={16} aria-hidden />, hotkey: 'r' },
  {
    to: '/functions',
    text: shellMessages.functions,
    icon: <SquareFunction size={16} aria-hidden />,
    hotkey: 'f',
    feature: 'functions',
  },
  { to: '/templates', text: shellMessages.templates, icon: <Layers size={16} aria-hidden />, hotkey: 't' },
  { to: '/metrics', text: shellMessages.metrics, icon: <ChartNoAxesColumn size={16} aria-hidden />, hotkey: 'm' },
  { to: '/cluster', text: shellMessages.cluster, icon: <Server size={16} aria-hidden />, hotkey: 'c' },
  { to: '/settings', text: shellMessages.settings, icon: <Settings2 size={16} aria-hidden />, hotkey: 's' },
];

/** The parts of places that have a page of their own: their first segment below the place, and what they are called. */
const SECTIONS: Readonly<Record<string, Readonly<Record<string, Message>>>> = {
  '/apps': { new: shellMessages.newApp },
  '/metrics': { queue: shellMessages.queue },
  '/cluster': {
    nodes: clusterMessages.nodes,
    pods: clusterMessages.pods,
    services: clusterMessages.services,
    namespaces: clusterMessages.namespaces,
    events: clusterMessages.events,
    objects: clusterMessages.objects,
  },
  '/settings': {
    tokens: settingsMessages.tokens,
    members: settingsMessages.members,
    projects: settingsMessages.projects,
    clusters: settingsMessages.clusters,
    profiles: settingsMessages.profiles,
    registries: settingsMessages.registries,
    notifications: settingsMessages.notifications,
    audit: settingsMessages.audit,
    plugins: settingsMessages.plugins,
    about: settingsMessages.about,
  },
};

/** What a part of a place is called; undefined for the name of a thing, as in `/apps/shop`. */
export function sectionOf(place: string, segment: string | undefined): Message | undefined {
  const sections = SECTIONS[place] ?? {};
  return segment !== undefined && Object.hasOwn(sections, segment) ? sections[segment] : undefined;
}

/** All parts of places, with their addresses. */
export const PARTS: readonly { readonly to: string; readonly place: Place; readonly text: Message }[] = PLACES.flatMap(
  (place) =>
    Object.entries(SECTIONS[place.to] ?? {})
      .filter(([segment]) => segment !== 'new')
      .map(([segment, text]) => ({ to: `${place.to}/${segment}`, place, text })),
);
