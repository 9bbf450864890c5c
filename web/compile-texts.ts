import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** The catalogs: every property value is a message. */
const textFiles = /\/web\/src\/text\/catalogs\/\w+[.]ts$/;

/** The parts of a syntax tree that are used here. */
interface Syntax {
  type: string;
  start: number;
  end: number;
  value?: unknown;
}

/**
 * Compiles the dashboard's ICU messages at build time, so that browsers load no compiler. An invalid message fails the
 * build.
 */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    transform: {
      filter: { id: textFiles },
      handler(code) {
        let compiled = '';
        let copied = 0;
        for (const { start, end, value } of messagesOf(this.parse(code) as unknown as Syntax)) {
          compiled += code.slice(copied, start) + JSON.stringify(compileText(value));
          copied = end;
        }
        return { code: compiled + code.slice(copied), map: null };
      },
    },
  };
}

/** An ICU message as browsers read it. Throws if it is not valid. */
export const compileText = (message: string): CompiledMessage => compileMessageOrThrow(message);

/** The messages below a node, in the order of the file. */
function messagesOf(node: Syntax): { start: number; end: number; value: string }[] {
  if (node.type === 'Property') {
    const { type, start, end, value } = node.value as Syntax;
    if (type !== 'ObjectExpression') {
      if (typeof value !== 'string') throw new Error(`A text has to be a string, and not ${type}`);
      return [{ start, end, value }];
    }
  }
  const children = Object.values(node).flat();
  return children.filter((each): each is Syntax => typeof each?.type === 'string').flatMap(messagesOf);
}
