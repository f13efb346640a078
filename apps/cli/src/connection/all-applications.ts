import type { ApplicationFilter, ApplicationSummary, PlatformClient } from '@kubemin/client';

/** All applications that match, however many pages that takes. */
export async function allApplications(
  client: PlatformClient,
  filter: ApplicationFilter = {},
): Promise<readonly ApplicationSummary[]> {
  const all: ApplicationSummary[] = [];
  let place: string | undefined;
  do {
    const page = await client.listApplications({
      ...filter,
      limit: 500,
      ...(place !== undefined && { continue: place }),
    });
    all.push(...page.applications);
    place = page.next;
  } while (place !== undefined);
  return all;
}
