import type { SubjectRulesReviewStatus } from '@kubemin/kubeapi/types/authorization.v1';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';

/** Rules as a review shows them: those about resources apart from those about paths, each once. */
export function rulesReviewStatus(rules: readonly PolicyRule[]): SubjectRulesReviewStatus {
  const distinct = [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
  return {
    resourceRules: distinct.flatMap(({ nonResourceURLs, verbs, apiGroups, resources, resourceNames }) =>
      nonResourceURLs?.length
        ? []
        : [
            {
              verbs,
              apiGroups: apiGroups ?? [],
              resources: resources ?? [],
              ...(resourceNames?.length && { resourceNames }),
            },
          ],
    ),
    nonResourceRules: distinct.flatMap(({ nonResourceURLs, verbs }) =>
      nonResourceURLs?.length ? [{ verbs, nonResourceURLs }] : [],
    ),
    incomplete: false,
  };
}
