import type { FunctionDetail } from '@kubemin/client';
import { useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../kit/index.ts';
import { queryKeys } from '../../platform/index.ts';
import type { FunctionPlace } from './function-queries.ts';

/** What each part of the page of a function is given. */
export interface FunctionPartProps {
  readonly detail: FunctionDetail;
  readonly place: FunctionPlace;
}

/** Shows that something was stored, and reads what is shown again. */
export function useStored(): (text: string) => void {
  const queries = useQueryClient();
  const toast = useToast();
  return (text) => {
    toast({ text });
    void queries.invalidateQueries({ queryKey: [queryKeys.functions] });
  };
}
