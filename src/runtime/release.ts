/** The version of this release, as in package.json. Set by `npm run release`. */
export const release = '1.3.0';
