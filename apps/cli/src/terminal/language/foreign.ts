import { apiserverCatalogues } from '@kubemin/apiserver/messages';
import { createTranslator, type Language, type MessageCatalogue } from '@kubemin/base/message';
import { baseCatalogues } from '@kubemin/base/messages';
import { clientCatalogues } from '@kubemin/client/messages';
import { controllerCatalogues } from '@kubemin/controller/messages';
import { convertCatalogues } from '@kubemin/convert/messages';
import { engineCatalogues } from '@kubemin/engine/messages';
import { functionsCatalogues } from '@kubemin/functions/messages';
import { kubeCatalogues } from '@kubemin/kube/messages';
import { modelCatalogues } from '@kubemin/model/messages';
import { nodeCatalogues } from '@kubemin/node/messages';
import { pluginCatalogues } from '@kubemin/plugin/messages';
import { renderCatalogues } from '@kubemin/render/messages';
import { serverCatalogues } from '@kubemin/server/messages';
import { sqlCatalogues } from '@kubemin/sql/messages';
import { runMessages } from '../../messages/index.ts';
import type { Translate } from './language.ts';

/** The catalogues of what a platform sends, and the packages under this program throw. */
const CATALOGUES: readonly MessageCatalogue[] = [
  ...baseCatalogues,
  ...kubeCatalogues,
  ...sqlCatalogues,
  ...modelCatalogues,
  ...renderCatalogues,
  ...pluginCatalogues,
  ...convertCatalogues,
  ...engineCatalogues,
  ...serverCatalogues,
  ...clientCatalogues,
  ...apiserverCatalogues,
  ...controllerCatalogues,
  ...nodeCatalogues,
  ...functionsCatalogues,
  // This command sends the reason of a cancel.
  runMessages,
];

/** Translates also messages of other packages and of a platform. Loaded for readers of Chinese alone. */
export function translateForeignTo(language: Language): Translate {
  return Object.assign(createTranslator(language, CATALOGUES), { language });
}
