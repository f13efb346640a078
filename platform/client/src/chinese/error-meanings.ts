import { errorCatalogue } from '../error-catalogue.ts';

/** What each error of the catalogue means, in Chinese. */
export const errorMeanings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(errorCatalogue).map(([name, { meaning }]) => [name, meaning.zh]),
);
