import type { MessageCatalogue } from '@kubemin/base/message';
import { baseCatalogues } from '@kubemin/base/messages';
import { clientCatalogues } from '@kubemin/client/messages';
import { convertCatalogues } from '@kubemin/convert/messages';
import { engineCatalogues } from '@kubemin/engine/messages';
import { kubeCatalogues } from '@kubemin/kube/messages';
import { modelCatalogues } from '@kubemin/model/messages';
import { pluginCatalogues } from '@kubemin/plugin/messages';
import { renderCatalogues } from '@kubemin/render/messages';
import { serverCatalogues } from '@kubemin/server/messages';

/** The catalogues of what a platform sends by code. English needs none of them: the text comes with the code. */
export const foreignCatalogues: readonly MessageCatalogue[] = [
  ...baseCatalogues,
  ...kubeCatalogues,
  ...modelCatalogues,
  ...renderCatalogues,
  ...pluginCatalogues,
  ...convertCatalogues,
  ...engineCatalogues,
  ...serverCatalogues,
  ...clientCatalogues,
];
