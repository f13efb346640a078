/** Which stored application a document is rendered for; generated names and owner labels are made from it. */
export interface RenderIdentity {
  readonly appId: string;
  /** Stable number of each component, by name. */
  readonly componentIds?: Readonly<Record<string, number>>;
}
