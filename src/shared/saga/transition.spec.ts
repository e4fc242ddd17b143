import {
  BagsPacked,
  BookFlight,
  BookHotel,
  CallJourneyOff,
  FlightBooked,
  FlightRefused,
  FlightReturned,
  FlightUncertain,
  HotelBooked,
  HotelRefused,
  HotelReturned,
  HotelUncertain,
  JourneyCalledOff,
  JourneyPlanned,
  PackBags,
  ReturnFlight,
  ReleaseHold,
  ReturnHotel,
  StampVisa,
  VisaStamped,
  journey,
} from '../../../test/support/journey-saga.js';
import { Wish, specify } from '../../../test/support/saga-specification.js';

const planned = new JourneyPlanned('saga-1');
const full = { code: 'full', detail: 'No room left.' };
const stayHome = new Wish({ code: 'stay_home', detail: 'It rains.' });
const { given } = specify(journey, planned);

describe('a table of four steps', () => {
  it('is walked from top to bottom, one step after the other', () => {
    given().when(planned).expect([BookFlight], 'running');
    given(planned).when(new FlightBooked()).expect([BookHotel], 'running');
    given(planned, new FlightBooked()).when(new HotelBooked()).expect([StampVisa], 'running');
    given(planned, new FlightBooked(), new HotelBooked()).when(new VisaStamped()).expect([PackBags], 'running');
    given(planned, new FlightBooked(), new HotelBooked(), new VisaStamped())
      .when(new BagsPacked())
      .expect([], 'completed');
  });

  it('passes a first step with nothing to do and goes on with the next in the same breath', () => {
    const byFoot = new JourneyPlanned('saga-1', true);
    specify(journey, byFoot).given().when(byFoot).expect([BookHotel], 'running');
  });
});

describe('turning back', () => {
  it('undoes what is done in reverse, and not the step that was refused', () => {
    given(planned, new FlightBooked()).when(new HotelRefused(full)).expect([ReturnFlight], 'compensating');
  });

  it('undoes two steps, the later one first', () => {
    given(planned, new FlightBooked(), stayHome)
      .when(new HotelBooked())
      .expect([ReturnHotel, ReturnFlight], 'compensating');
  });

  it('undoes nothing that was passed over', () => {
    const byFoot = new JourneyPlanned('saga-1', true);
    specify(journey, byFoot)
      .given(byFoot, stayHome)
      .when(new HotelBooked())
      .expect([ReturnHotel], 'compensating')
      .expectMarkers({ 'flight.book': 'skipped', 'hotel.book': 'done', 'hotel.return': 'pending' });
  });

  it('says its last word after the last undo, whichever that is', () => {
    const turning = given(planned, new FlightBooked(), stayHome, new HotelBooked());
    turning.and(new HotelReturned()).when(new FlightReturned()).expect([CallJourneyOff], 'compensating');
    turning.and(new FlightReturned()).when(new HotelReturned()).expect([CallJourneyOff], 'compensating');
  });

  it('is over when the last word is heard', () => {
    given(planned, new FlightRefused(full)).when(new JourneyCalledOff()).expect([], 'compensated').expectFailure(full);
  });
});

describe('a step that may have happened', () => {
  it('is not undone before it is known: nothing may be sent that undoes nothing', () => {
    given(planned, new FlightUncertain()).when(stayHome).expect([], 'running');
  });

  it('is asked to be given up where it can be, once, and its outcome is awaited all the same', () => {
    const uncertain = given(planned, new FlightBooked(), new HotelUncertain());
    uncertain.when(stayHome).expect([ReleaseHold], 'running').expectFailure(undefined);
    uncertain.and(stayHome).when(stayHome).expectIgnored('already done');
  });

  it('is undone with the others, in its place, when it turns out to have happened', () => {
    given(planned, new FlightBooked(), new HotelUncertain(), stayHome)
      .when(new HotelBooked())
      .expect([ReturnHotel, ReturnFlight], 'compensating');
  });

  it('is left alone when it turns out not to have happened', () => {
    given(planned, new FlightBooked(), new HotelUncertain(), stayHome)
      .when(new HotelRefused(full))
      .expect([ReturnFlight], 'compensating');
  });

  it('is in doubt once', () => {
    given(planned, new FlightUncertain()).when(new FlightUncertain()).expectIgnored('no news');
  });
});

describe('past a step that cannot be undone', () => {
  it('there is only forward: a wish to stop while it was under way comes too late', () => {
    given(planned, new FlightBooked(), new HotelBooked(), stayHome)
      .when(new VisaStamped())
      .expect([PackBags], 'running')
      .expectFailure(undefined);
  });

  it('a wish to stop during the steps after it comes too late as well', () => {
    given(planned, new FlightBooked(), new HotelBooked(), new VisaStamped(), stayHome)
      .when(new BagsPacked())
      .expect([], 'completed');
  });
});
