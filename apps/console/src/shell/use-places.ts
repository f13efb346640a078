import { DEFAULT_CLUSTER } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { functionsQuery, usePlatform, useRights } from '../platform/index.ts';
import { PLACES, type Place } from './places.tsx';

/** The pages of the navigation that this platform has, for this user. */
export function usePlaces(): readonly Place[] {
  const { client } = usePlatform();
  const { can, isKnown } = useRights();
  // Functions belong to no project: the server refuses the list to all others.
  const functions = useQuery({
    ...functionsQuery(client, DEFAULT_CLUSTER),
    enabled: isKnown && can('admin'),
    staleTime: 60_000,
    refetchInterval: false,
  });
  const served = functions.data?.served === true;
  return useMemo(() => PLACES.filter(({ feature }) => feature === undefined || served), [served]);
}
