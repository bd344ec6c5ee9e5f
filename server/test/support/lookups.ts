import { relative } from 'node:path';
import { type BinaryExpression, type ElementAccessExpression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import { API, type Checker } from 'typescript/unstable/sync';

/** A name that may be any text, and the record in which it is looked up. */
interface Lookup {
  node: Node;
  record: Node;
  name: Node;
}

/**
 * Reads such as `record[name]` and `name in record` in which the name may be any text. They also find what every object
 * inherits, such as `constructor`. Asked of the compiler, because only it knows that a name is not one of a few.
 */
export function openLookups(configFile: string, isChecked: (path: string) => boolean): string[] {
  const api = new API({ cwd: process.cwd() });
  try {
    const project = api.updateSnapshot({ openProject: configFile }).getProject(configFile);
    if (!project) throw new Error(`${configFile} is not a project`);
    const { checker, program } = project;
    return program
      .getSourceFileNames()
      .filter((path) => isChecked(path))
      .flatMap((path) => {
        const file = program.getSourceFile(path);
        const found = file ? lookupsIn(file).filter((lookup) => isOpen(checker, lookup)) : [];
        return found.map(({ node }) => `${relative(process.cwd(), path)}: ${node.getText()}`);
      });
  } finally {
    api.close();
  }
}

function lookupsIn(node: Node): Lookup[] {
  const inner: Lookup[] = [];
  node.forEachChild((child) => {
    inner.push(...lookupsIn(child));
  });
  return [...lookupAt(node), ...inner];
}

function lookupAt(node: Node): Lookup[] {
  if (node.kind === SyntaxKind.ElementAccessExpression && !isWrite(node)) {
    const { expression, argumentExpression } = node as ElementAccessExpression;
    return argumentExpression ? [{ node, record: expression, name: argumentExpression }] : [];
  }
  const { left, operatorToken, right } = node as BinaryExpression;
  return node.kind === SyntaxKind.BinaryExpression && operatorToken.kind === SyntaxKind.InKeyword
    ? [{ node, record: right, name: left }]
    : [];
}

function isWrite(node: Node): boolean {
  const { parent } = node;
  if (parent.kind === SyntaxKind.DeleteExpression) return true;
  const { left, operatorToken } = parent as BinaryExpression;
  return parent.kind === SyntaxKind.BinaryExpression && left === node && operatorToken.kind === SyntaxKind.EqualsToken;
}

function isOpen(checker: Checker, { record, name }: Lookup): boolean {
  const [type, nameType] = [checker.getTypeAtLocation(record), checker.getTypeAtLocation(name)];
  if (!type || !nameType || checker.isArrayLikeType(type)) return false;
  return checker.isTypeAssignableTo(checker.getStringType(), nameType);
}
