/** A rule about commands: one file has one, so that its name says what the file does. */
import { basename } from 'node:path';
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';
import { fieldOf, type Node, nameOf, parseModule, typeNameOf } from './syntax.ts';

const CAPABILITY = /^apps\/server\/src\/capabilities\/.+\.ts$/u;
/** Stores have statements, index files an interface, routes one handler after the other. */
const HAS_SEVERAL = /(-store|-routes|^index)\.ts$/u;
/** What only reads, checks or converts. */
const READING =
  /^(get|list|find|read|query|count|export|visible|administered|require|current|own|to|is|has|verify|with|allowed|[a-z]+For)(?![a-z])/u;

const isCapabilityFile = (file: SourceFile): boolean =>
  CAPABILITY.test(file.path) && isCode(file) && !isTest(file) && !HAS_SEVERAL.test(basename(file.path));

const isAsync = (node: Node | undefined): node is Node =>
  node !== undefined && /Function/u.test(node.type) && node.async === true;

/** The exported async functions whose first parameter is the context of a request. */
function commandsIn({ path, text }: SourceFile): string[] {
  const declared = fieldOf(parseModule(path, text).program, 'body')
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((node) => fieldOf(node, 'declaration'))
    .flatMap((node) => (node.type === 'VariableDeclaration' ? fieldOf(node, 'declarations') : [node]));
  return declared.flatMap((node) => {
    const made = node.type === 'VariableDeclarator' ? fieldOf(node, 'init')[0] : node;
    if (!isAsync(made)) return [];
    const [first] = fieldOf(made, 'params');
    const name = nameOf(fieldOf(node, 'id')[0]);
    return first !== undefined && typeNameOf(first) === 'Ctx' && !READING.test(name) ? [name] : [];
  });
}

const planted = (text: string): SourceFile => ({ path: 'apps/server/src/capabilities/zones/zone-changes.ts', text });

export const COMMAND_RULES: readonly SourceRule[] = [
  {
    name: 'one-file-has-one-command',
    offenders: (files) =>
      files.filter(isCapabilityFile).flatMap((file) => {
        const commands = commandsIn(file);
        return commands.length > 1 ? [`${file.path}: ${commands.join(', ')}`] : [];
      }),
    violations: [
      planted(
        'export async function createZone(ctx: Ctx<UserActor>) {}\nexport async function deleteZone(ctx: Ctx<UserActor>) {}',
      ),
      planted(
        'export const createZone = async (ctx: Ctx<UserActor>) => {};\nexport async function deleteZone(ctx: Ctx<SentryActor>) {}',
      ),
    ],
  },
];
