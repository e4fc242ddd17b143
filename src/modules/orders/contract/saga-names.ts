/** Stored with every saga: never rename one. */
export const PLACE_ORDER = 'place-order';
export const CANCEL_ORDER = 'cancel-order';
