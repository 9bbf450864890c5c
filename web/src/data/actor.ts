/** The name of an actor: the e-mail address of a user, the start of an API key's hash; any other id unchanged. */
export const actorName = (id: string): string => id.replace(/^user:/, '').replace(/^(api_key:.{8}).*$/, '$1…');
