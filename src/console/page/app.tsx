import { ActHost } from './acts/act-host.js';
import { useResource } from './api/use-resource.js';
import { KeysPage } from './keys/keys-page.js';
import { LabPage } from './lab/lab-page.js';
import type { WaitingFaults } from './lab/waiting-faults.js';
import { OrderPage } from './order/order-page.js';
import { OverviewPage } from './overview/overview-page.js';
import { Announcer } from './parts/announcer.js';
import { SearchBox } from './parts/search-box.js';
import { ThemeSwitch } from './parts/theme-switch.js';
import { Link } from './place/link.js';
import { paths } from './place/paths.js';
import { usePlace, type Place } from './place/place.js';
import { QueuesPage } from './queues/queues-page.js';
import { keepKey } from './session/session.js';
import { ReturnedCustomer } from './session/returned-customer.js';
import { SignIn } from './session/sign-in.js';
import { useSession } from './session/use-session.js';
import { useEffect } from 'preact/hooks';

/** The whole console: a sign-in, then its pages. */
export function App() {
  const key = useSession();
  // PAYMENT_RETURN_URL leads here unless the shop has a page of its own; so the provider marks who comes back from a bank.
  if (new URLSearchParams(location.search).has('payment_intent')) return <ReturnedCustomer />;
  return key === undefined ? (
    <>
      <div class="corner">
        <ThemeSwitch />
      </div>
      <SignIn />
    </>
  ) : (
    <Console />
  );
}

function Console() {
  const place = usePlace();
  const [where = ''] = place.segments;
  // Only the sandbox can be asked to misbehave; elsewhere the API has no such resource, and the page no such place.
  const faults = useResource<WaitingFaults>('/api/operations/sandbox/faults');
  const hasLab = faults.data !== undefined;
  useEffect(() => {
    document.title = `${where === '' ? 'overview' : where} · Ichido console`;
  }, [where]);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <Link to={paths.overview} class="brand">
          Ichido
        </Link>
        <nav aria-label="Pages">
          <Link to={paths.overview} isCurrent={where === ''}>
            Overview
          </Link>
          <Link to={paths.queues()} isCurrent={where === 'queues'}>
            Queues
          </Link>
          <Link to={paths.keys()} isCurrent={where === 'keys'}>
            Keys
          </Link>
          {hasLab && (
            <Link to={paths.lab} isCurrent={where === 'lab'}>
              Lab
            </Link>
          )}
        </nav>
        <SearchBox />
        <ThemeSwitch />
        <button type="button" class="quiet" onClick={() => keepKey(undefined)}>
          Sign out
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        <Page place={place} hasLab={hasLab} />
      </main>
      <ActHost />
      <Announcer />
    </>
  );
}

function Page({ place: { segments, query }, hasLab }: { readonly place: Place; readonly hasLab: boolean }) {
  const [where = '', what = ''] = segments;
  if (where === '') return <OverviewPage />;
  if (where === 'orders' && what !== '')
    return <OrderPage key={what} orderId={what} sagaId={query.get('saga') ?? undefined} />;
  if (where === 'queues') return <QueuesPage queue={what} />;
  if (where === 'keys') return <KeysPage wanted={query.get('key') ?? undefined} />;
  if (where === 'lab' && hasLab) return <LabPage />;
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        <Link to={paths.overview}>Back to the overview</Link>
      </p>
    </>
  );
}
