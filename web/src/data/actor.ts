/** Who has done something: a user by the e-mail address, an API key by the start of its hash; any other id as it is. */
export const actorName = (id: string): string => id.replace(/^user:/, '').replace(/^(api_key:.{8}).*$/, '$1…');
