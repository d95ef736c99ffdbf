import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
} from 'kysely';

/** The value of a comparison with a list that has no values; undefined for any other. */
function withNothing({ operator, rightOperand: list }: BinaryOperationNode): 'true' | 'false' | undefined {
  if (!(PrimitiveValueListNode.is(list) || ValueListNode.is(list)) || list.values.length > 0) return undefined;
  if (!OperatorNode.is(operator)) return undefined;
  return operator.operator === 'in' ? 'false' : operator.operator === 'not in' ? 'true' : undefined;
}

/**
 * Writes SQL for PostgreSQL. It refuses `in ()`, which SQLite reads as a list that nothing is in: ids of what is gone by the
 * time it is read make such a list, and a query means the same on both engines.
 */
export class BothEnginesCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const value = withNothing(node);
    if (value === undefined) super.visitBinaryOperation(node);
    else this.append(value);
  }
}
