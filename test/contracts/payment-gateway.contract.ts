import { GatewayBench, type ProviderUnderTest } from './gateway-bench.js';
import { describeCaptures } from './gateway-captures.contract.js';
import { describeCustomerActions } from './gateway-customer-actions.contract.js';
import { describeLists } from './gateway-lists.contract.js';
import { describeLookUps } from './gateway-look-ups.contract.js';
import { describeRefunds } from './gateway-refunds.contract.js';
import { describeUnanswered } from './gateway-unanswered.contract.js';

/** What every adapter of the port must do, whoever the provider is. */
export function describeGateway(name: string, make: () => Promise<ProviderUnderTest>): void {
  let bench: GatewayBench;
  beforeAll(async () => {
    bench = new GatewayBench(await make());
  });
  afterAll(() => bench.provider.stop());

  const verbs = [
    describeCaptures,
    describeCustomerActions,
    describeUnanswered,
    describeRefunds,
    describeLookUps,
    describeLists,
  ];
  for (const describeVerb of verbs) describeVerb(name, () => bench);
}
