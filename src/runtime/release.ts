/** The version of this release, as in package.json. Set by `npm run release`. */
export const release = '1.2.0';
