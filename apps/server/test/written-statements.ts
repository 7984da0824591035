/** Finds the statements that stand in the server's code as a whole, and the columns that are read from their rows. */
import { isCode, isTest, readRepository, type SourceFile } from '../../../tests/architecture/repository.ts';
import { fieldOf, isNode, type Node, nameOf, parseModule, walk } from '../../../tests/architecture/syntax.ts';

export interface Statement {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** Names of columns, where the type of its rows lists them. */
  readonly read: readonly string[];
}

const STATEMENT = /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH) /u;

/** What a module declares by name: its constants, and the names of columns in its types of rows. */
interface Declared {
  readonly texts: ReadonlyMap<string, Node>;
  readonly rows: ReadonlyMap<string, Node>;
}

function declaredIn(program: Node): Declared {
  const texts = new Map<string, Node>();
  const rows = new Map<string, Node>();
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node.init)) texts.set(nameOf(node.id), node.init);
    if (node.type === 'TSInterfaceDeclaration' && fieldOf(node, 'extends').length === 0)
      for (const body of fieldOf(node, 'body')) rows.set(nameOf(node.id), body);
  });
  return { texts, rows };
}

/** The text of a literal with the constants of its module in it; null: part of it is made while running. */
function textOf(node: Node | undefined, declared: Declared): string | null {
  if (node?.type === 'Literal')
    return typeof node.value === 'string' || typeof node.value === 'number' ? String(node.value) : null;
  if (node?.type === 'Identifier') return textOf(declared.texts.get(nameOf(node)), declared);
  if (node?.type !== 'TemplateLiteral') return null;
  const given = fieldOf(node, 'expressions').map((one) => textOf(one, declared));
  if (given.includes(null)) return null;
  return fieldOf(node, 'quasis')
    .map(({ value }, index) => `${(value as { cooked: string }).cooked}${given[index] ?? ''}`)
    .join('');
}

/** The columns of a type of rows; none where it is not written out in the module. */
function columnsOf(type: Node | undefined, declared: Declared): readonly string[] {
  if (type?.type === 'TSTypeReference') {
    const row = declared.rows.get(nameOf(fieldOf(type, 'typeName')[0]));
    return row === undefined ? [] : membersOf(fieldOf(row, 'body'));
  }
  if (type?.type === 'TSIntersectionType') return fieldOf(type, 'types').flatMap((one) => columnsOf(one, declared));
  return type?.type === 'TSTypeLiteral' ? membersOf(fieldOf(type, 'members')) : [];
}

const membersOf = (members: readonly Node[]): readonly string[] =>
  members
    .filter(({ type, optional }) => type === 'TSPropertySignature' && optional !== true)
    .map(({ key }) => nameOf(key));

function statementsOf({ path, text: code }: SourceFile): Statement[] {
  const { program } = parseModule(path, code);
  const declared = declaredIn(program);
  const found: Statement[] = [];
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return;
    const text = textOf(fieldOf(node, 'arguments')[0], declared);
    if (text === null || !STATEMENT.test(text)) return;
    const [row] = fieldOf(node, 'typeArguments').flatMap((one) => fieldOf(one, 'params'));
    found.push({ path, line: code.slice(0, node.start).split('\n').length, text, read: columnsOf(row, declared) });
  });
  return found;
}

/** Every statement of the server that is passed to a call as a whole. */
export const findStatements = (): readonly Statement[] =>
  readRepository()
    .filter((file) => file.path.startsWith('apps/server/src/') && isCode(file) && !isTest(file))
    .filter(({ text }) => /[A-Z]{4} /u.test(text))
    .flatMap(statementsOf);
