/**
 * What tests of rendering and conversion share: a renderer with sample documents, the applications under `examples/`,
 * and a real API server with strict validation (`StrictCluster`), which lists what it refuses or warns about.
 */
export {
  APP_ID,
  findObject,
  model,
  type PublishedApplication,
  parseSample,
  publishedApplications,
  render,
  renderer,
  webservice,
} from './sample.ts';
export { StrictCluster } from './strict-cluster.ts';
