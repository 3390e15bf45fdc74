/** Where this leat is installed; its entry (bin/leat.cjs) knows. */
export interface Installation {
  readonly version: string;
  /** Folder of the package: `demo/` lies in it. */
  readonly root: string;
}
