import * as z from 'zod';

const text = z.string().max(500).nullable().catch(null);
const Header = z.looseObject({ kid: text.default(null), alg: text.default(null) });
const Payload = z.looseObject({ iss: text.default(null), exp: z.number().nullable().catch(null).default(null) });

/** The details of an unverified token that may be returned: names of claims, key id, algorithm, issuer and expiry. */
export function describeToken(jwt: string) {
  const [header, payload] = jwt.split('.').map(decoded);
  const parsed = z.tuple([Header, Payload]).safeParse([header, payload]);
  if (!parsed.success) return null;
  const [{ kid, alg }, { iss, exp }] = parsed.data;
  const claims = Object.keys(payload as object).sort();
  return { claims, kid, alg, issuer: iss, exp };
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Masks an e-mail address so that only its owner recognizes it. */
export const maskEmail = (email: string): string => email.replace(/([^@])[^@]*@(.)[^.]*/, '$1***@$2***');
