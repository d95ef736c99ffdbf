import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
} from 'kysely';

/** The value of a comparison with an empty list; undefined for every other comparison. */
function withNothing({ operator, rightOperand: list }: BinaryOperationNode): 'true' | 'false' | undefined {
  if (!(PrimitiveValueListNode.is(list) || ValueListNode.is(list)) || list.values.length > 0) return undefined;
  if (!OperatorNode.is(operator)) return undefined;
  return operator.operator === 'in' ? 'false' : operator.operator === 'not in' ? 'true' : undefined;
}

/**
 * Writes SQL for PostgreSQL. PostgreSQL refuses `in ()`, while SQLite reads it as false. Lists of ids may become empty, so here
 * such a comparison is written as `false` or `true`, and a query means the same on both engines.
 */
export class BothEnginesCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const value = withNothing(node);
    if (value === undefined) super.visitBinaryOperation(node);
    else this.append(value);
  }
}
