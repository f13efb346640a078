/**
 * A plug-in as plain data (`PluginDescription`): what it is called, what it adds, the schemas as JSON Schema. It is all
 * that KubeMin keeps of a plug-in outside the plug-in's threads, and what the REST API sends, so that a client can
 * read documents with the traits of a platform's plug-ins without running their code. Also the form of calls.
 */

export {
  type DescribedComponentType,
  type DescribedJobType,
  type DescribedStepType,
  type DescribedTrait,
  type PluginCall,
  type PluginCalls,
  type PluginDescription,
  type PluginQuestion,
  readPluginDescription,
} from './description.ts';
