import { define } from '#shared/saga/definition.js';
import type { Failure } from '#shared/kernel/failure.js';

/** A made-up saga of four steps: the third cannot be undone, and after it nothing may be refused. */
export class JourneyPlanned {
  constructor(
    readonly journeyId: string,
    readonly byFoot = false,
  ) {}
}
export class FlightBooked {}
export class FlightRefused {
  constructor(readonly failure: Failure) {}
}
export class FlightUncertain {}
export class FlightReturned {}
export class HotelBooked {}
export class HotelRefused {
  constructor(readonly failure: Failure) {}
}
export class HotelUncertain {}
export class HotelReturned {}
export class VisaStamped {}
export class BagsPacked {}
export class BagsUnpacked {}
export class JourneyCalledOff {}

export class BookFlight {}
export class ReturnFlight {}
export class ReleaseHold {}
export class BookHotel {}
export class ReturnHotel {}
export class StampVisa {}
export class PackBags {}
class UnpackBags {}
export class CallJourneyOff {}

export const journey = define<JourneyPlanned>({
  name: 'journey',
  correlate: (event: { journeyId: string }) => event.journeyId,
  startsOn: JourneyPlanned,
  identify: ({ journeyId }) => journeyId,
  steps: [
    {
      name: 'flight.book',
      send: () => new BookFlight(),
      skip: ({ byFoot }) => byFoot,
      done: FlightBooked,
      refused: FlightRefused,
      unknown: FlightUncertain,
      undo: { name: 'flight.return', send: () => new ReturnFlight(), done: FlightReturned },
    },
    {
      name: 'hotel.book',
      send: () => new BookHotel(),
      done: HotelBooked,
      refused: HotelRefused,
      unknown: HotelUncertain,
      withdraw: () => new ReleaseHold(),
      undo: { name: 'hotel.return', send: () => new ReturnHotel(), done: HotelReturned },
    },
    { name: 'visa.stamp', send: () => new StampVisa(), done: VisaStamped },
    {
      name: 'bags.pack',
      send: () => new PackBags(),
      done: BagsPacked,
      undo: { name: 'bags.unpack', send: () => new UnpackBags(), done: BagsUnpacked },
    },
  ],
  whenUndone: { name: 'journey.call-off', send: () => new CallJourneyOff(), done: JourneyCalledOff },
});
