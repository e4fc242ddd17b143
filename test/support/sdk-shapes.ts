import ts from 'typescript';

/** What the official SDK promises about the objects that the sandbox answers with. */
const PROMISES = `
  import type Stripe from 'stripe';
  export type PaymentIntent = Stripe.PaymentIntent;
  export type PaymentIntents = Stripe.ApiList<Stripe.PaymentIntent>;
  export type FoundPaymentIntents = Stripe.ApiSearchResult<Stripe.PaymentIntent>;
  export type Refund = Stripe.Refund;
  export type Refunds = Stripe.ApiList<Stripe.Refund>;
  export type Event = Stripe.EventBase;
  export type Events = Stripe.ApiList<Stripe.EventBase>;
  export type Charge = Stripe.Charge;
  export type Dispute = Stripe.Dispute;
`;

export type Promised =
  | 'PaymentIntent'
  | 'PaymentIntents'
  | 'FoundPaymentIntents'
  | 'Refund'
  | 'Refunds'
  | 'Event'
  | 'Events'
  | 'Charge'
  | 'Dispute';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

/** Reads the types of the installed SDK, so that a newer one is held against the sandbox by itself. */
export class SdkShapes {
  private readonly checker: ts.TypeChecker;
  private readonly types: ReadonlyMap<string, ts.Type>;

  constructor() {
    const name = `${process.cwd()}/promises.ts`;
    const host = ts.createCompilerHost(OPTIONS);
    const { getSourceFile, fileExists } = host;
    host.fileExists = (file) => file === name || fileExists(file);
    host.getSourceFile = (file, ...rest) =>
      file === name ? ts.createSourceFile(file, PROMISES, ts.ScriptTarget.ESNext) : getSourceFile(file, ...rest);
    const program = ts.createProgram([name], OPTIONS, host);
    this.checker = program.getTypeChecker();
    const file = this.checker.getSymbolAtLocation(program.getSourceFile(name)!)!;
    const exported = this.checker.getExportsOfModule(file);
    this.types = new Map(exported.map((one) => [one.name, this.checker.getDeclaredTypeOfSymbol(one)]));
  }

  /** Where a value is not what the SDK's type says: a member that is missing, unknown, or of another kind. */
  breaches(promised: Promised, value: unknown): string[] {
    return this.against(this.types.get(promised)!, value, promised);
  }

  private against(type: ts.Type, value: unknown, path: string): string[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    if (type.isUnion()) return this.againstAny(type.types, value, path);
    if (type.flags & ts.TypeFlags.Object) return this.againstObject(type, value, path);
    return this.isKind(type, value)
      ? []
      : [`${path} is ${JSON.stringify(value)}, not ${this.checker.typeToString(type)}`];
  }

  private againstAny(types: readonly ts.Type[], value: unknown, path: string): string[] {
    const tries = types.map((type) => this.against(type, value, path));
    return tries.reduce((best, one) => (one.length < best.length ? one : best));
  }

  private isKind(type: ts.Type, value: unknown): boolean {
    if (type.isLiteral()) return value === type.value;
    if (type.flags & ts.TypeFlags.BooleanLiteral) return String(value) === this.checker.typeToString(type);
    if (type.flags & ts.TypeFlags.Null) return value === null;
    if (type.flags & ts.TypeFlags.Undefined) return value === undefined;
    return typeof value === this.checker.typeToString(type);
  }

  private againstObject(type: ts.Type, value: unknown, path: string): string[] {
    if (typeof value !== 'object' || value === null) return [`${path} is ${JSON.stringify(value)}, not an object`];
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
      if (!Array.isArray(value)) return [`${path} is no list`];
      return value.flatMap((one: unknown, at) => this.against(item!, one, `${path}[${at}]`));
    }
    const members = value as Record<string, unknown>;
    const [anything] = this.checker.getIndexInfosOfType(type);
    const known = new Map(this.checker.getPropertiesOfType(type).map((property) => [property.name, property]));
    // A type without members promises nothing: "some object".
    const strangers = known.size === 0 ? [] : Object.keys(members).filter((name) => !known.has(name));
    return [
      ...strangers.flatMap((name) =>
        anything ? this.against(anything.type, members[name], `${path}.${name}`) : [`${path}.${name} is unknown`],
      ),
      ...[...known.values()].flatMap((property) => {
        const isLeftOut = members[property.name] === undefined && (property.flags & ts.SymbolFlags.Optional) !== 0;
        const its = this.checker.getTypeOfSymbol(property);
        return isLeftOut ? [] : this.against(its, members[property.name], `${path}.${property.name}`);
      }),
    ];
  }
}
