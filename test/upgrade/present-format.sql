-- written after IndexPaymentsOfSagas1764000152000
-- Seven orders as that version has left them: confirmed, a draft, declined, accepted and not yet sent, in doubt, in doubt and
-- not wanted any more, turning back with its refund under way; their keys, jobs, messages and one notice of the provider.
-- Times are told from the moment at which the rows are read. Whoever changes a format leaves these rows as they are.

INSERT INTO inventory.stock (sku, name, unit_price, currency, on_hand, reserved, version) VALUES
  ('NONE', 'NONE', '1000', 'EUR', '0', '0', '1'),
  ('TEA', 'TEA', '1000', 'EUR', '99', '0', '1');

INSERT INTO inventory.reservations (order_id, sku, quantity, status, updated_at, version) VALUES
  ('01a22c45-c7b0-7295-9331-2d1e3f47d7d5', 'TEA', '1', 'sold', now() - interval '4.498 s', '1');

INSERT INTO inventory.movements (id, sku, kind, delta, reason, order_id, operation_key, created_at) OVERRIDING SYSTEM VALUE VALUES
  ('1', 'TEA', 'set', '100', NULL, NULL, NULL, now() - interval '4.861 s'),
  ('2', 'NONE', 'set', '0', NULL, NULL, NULL, now() - interval '4.797 s'),
  ('3', 'TEA', 'sale', '-1', NULL, '01a22c45-c7b0-7295-9331-2d1e3f47d7d5', NULL, now() - interval '4.460 s');

INSERT INTO orders.orders (id, tenant_id, customer_id, status, currency, total, payment_method, note, payment_id, saga_id, failure, operation_key, created_at, updated_at, version) VALUES
  ('01a22c45-c7b0-7295-9331-2d1e3f47d7d5', 'alice', 'customer-1', 'confirmed', 'EUR', '1000', 'pm_card_visa', NULL, '01a22c45-c7b5-755a-9d3e-fe5f14b057df', '01a22c45-c7b5-755a-9d3e-f8c13eeb8caa', NULL, '\x510baf04ad6acc0f37bad5e48d0f27c99b1ade0a299bf58d38d111c97cdc371b', now() - interval '5.046 s', now() - interval '4.626 s', '2'),
  ('01a22c45-c982-7347-90fd-da2f06722bc1', 'alice', 'customer-1', 'draft', 'EUR', '1000', 'pm_card_visa', NULL, NULL, NULL, NULL, '\xb82c8c7e10d358fe043ac7488aa91eefa1a8f4af5e15324cef5aa43979670f76', now() - interval '4.405 s', now() - interval '4.405 s', '1'),
  ('01a22c45-c9f5-71e9-9ba4-1a41be316a88', 'alice', 'customer-1', 'cancelled', 'EUR', '1000', 'pm_card_chargeDeclined', NULL, '01a22c45-ca0c-76bf-8f91-85a50384f5b8', '01a22c45-ca0c-76bf-8f91-81134b4d093b', '{"code": "payment_declined", "detail": "The card was declined; place a new order with another payment method."}', '\x4955d157714daca6a1c32060c63e687b0a46d229540e31c2c14312bc4e626181', now() - interval '4.285 s', now() - interval '4.237 s', '2'),
  ('01a22c45-cbfd-7176-98ff-1685f462a3b1', 'alice', 'customer-1', 'pending', 'EUR', '1000', 'pm_card_visa', NULL, '01a22c45-cc0c-77b7-b072-c348d9de7e8c', '01a22c45-cc0c-77b7-b072-bd2b2b505070', NULL, '\xd2e25c3bd21d86127680465a5603cdac920ae202e5a61b23838651ebe3653316', now() - interval '3.773 s', now() - interval '3.773 s', '1'),
  ('01a22c45-d101-7280-a264-05ddd6699d71', 'alice', 'customer-1', 'pending', 'EUR', '1000', 'pm_card_visa', NULL, '01a22c45-d106-7296-b403-a6cea1f2227e', '01a22c45-d106-7296-b403-a14f08c46896', NULL, '\xafb5374b5b525a27b685b309080f05eb855367a5ad85f34986c0cce813c80114', now() - interval '2.505 s', now() - interval '2.505 s', '1'),
  ('01a22c45-d175-750c-b83b-4518b07313e4', 'alice', 'customer-1', 'cancelling', 'EUR', '1000', 'pm_card_visa', NULL, '01a22c45-d17b-7347-b6f7-80b542550d66', '01a22c45-d17b-7347-b6f7-7ec5f07ad7aa', NULL, '\xe4ccaf98c23c40faa9665469ce9d0b6df9d5f9401bcab5f9dcb5199caca38a86', now() - interval '2.388 s', now() - interval '2.110 s', '2'),
  ('01a22c45-d844-76c7-8839-b5d73604ec2f', 'alice', 'customer-1', 'pending', 'EUR', '1000', 'pm_card_visa', NULL, '01a22c45-d852-7394-999b-b477a8ed86c7', '01a22c45-d852-7394-999b-b17d964b26ca', NULL, '\x2eb74c6b71c3b5412040dee24ec5c3d17459b76d4d4f9b8ad0533d7897640c8b', now() - interval '0.637 s', now() - interval '0.637 s', '1');

INSERT INTO orders.order_lines (order_id, sku, position, quantity, unit_price, line_total) VALUES
  ('01a22c45-c7b0-7295-9331-2d1e3f47d7d5', 'TEA', '0', '1', '1000', '1000'),
  ('01a22c45-c982-7347-90fd-da2f06722bc1', 'TEA', '0', '1', '1000', '1000'),
  ('01a22c45-c9f5-71e9-9ba4-1a41be316a88', 'TEA', '0', '1', '1000', '1000'),
  ('01a22c45-cbfd-7176-98ff-1685f462a3b1', 'NONE', '0', '1', '1000', '1000'),
  ('01a22c45-d101-7280-a264-05ddd6699d71', 'TEA', '0', '1', '1000', '1000'),
  ('01a22c45-d175-750c-b83b-4518b07313e4', 'TEA', '0', '1', '1000', '1000'),
  ('01a22c45-d844-76c7-8839-b5d73604ec2f', 'TEA', '0', '1', '1000', '1000');

INSERT INTO orders.cancellations (operation_key, order_id, reason, requested_at) VALUES
  ('\x3261de6c55cdf8075d792120495b7c2c8832fbf33cce4428ee86222cc0e9e622', '01a22c45-d175-750c-b83b-4518b07313e4', NULL, now() - interval '2.084 s');

INSERT INTO orders.timeline (order_id, message_id, tenant_id, at, kind, step, detail) VALUES
  ('01a22c45-c7b0-7295-9331-2d1e3f47d7d5', '01a22c45-c7cd-772e-b832-c3bc82fb7c0a', 'alice', now() - interval '4.992 s', 'fact', NULL, 'The order set out: 10.00 EUR for 1 × TEA.'),
  ('01a22c45-c7b0-7295-9331-2d1e3f47d7d5', '01a22c45-c8bd-711d-b8de-56c4b8a6c348', 'alice', now() - interval '4.747 s', 'fact', 'order.confirm', 'The order is confirmed.'),
  ('01a22c45-c982-7347-90fd-da2f06722bc1', '01a22c45-c99b-759d-b12b-18cdd9fed72c', 'alice', now() - interval '4.513 s', 'fact', NULL, 'A draft was written down: 10.00 EUR.'),
  ('01a22c45-c9f5-71e9-9ba4-1a41be316a88', '01a22c45-ca15-769a-8847-980865ae64c8', 'alice', now() - interval '4.409 s', 'fact', NULL, 'The order set out: 10.00 EUR for 1 × TEA.'),
  ('01a22c45-c9f5-71e9-9ba4-1a41be316a88', '01a22c45-ca45-76f8-ac67-330173b9fc26', 'alice', now() - interval '4.361 s', 'fact', 'order.cancel', 'The order is cancelled: The card was declined; place a new order with another payment method.'),
  ('01a22c45-cbfd-7176-98ff-1685f462a3b1', '01a22c45-cc3f-7499-8c58-200c6e54ad62', 'alice', now() - interval '3.855 s', 'fact', NULL, 'The order set out: 10.00 EUR for 1 × NONE.'),
  ('01a22c45-d101-7280-a264-05ddd6699d71', '01a22c45-d10b-739a-9a3e-3b3f8cb7bcf2', 'alice', now() - interval '2.625 s', 'fact', NULL, 'The order set out: 10.00 EUR for 1 × TEA.'),
  ('01a22c45-d175-750c-b83b-4518b07313e4', '01a22c45-d18c-777e-a9c5-5ee9064e7b8e', 'alice', now() - interval '2.489 s', 'fact', NULL, 'The order set out: 10.00 EUR for 1 × TEA.');

INSERT INTO payments.payments (id, tenant_id, order_id, saga_id, amount, currency, captured, refunded, status, payment_method, provider, provider_reference, step_key, failure, created_at, updated_at, version, generation, attempted_at, key_since, refunding, withdrawal) VALUES
  ('01a22c45-c7b5-755a-9d3e-fe5f14b057df', 'alice', '01a22c45-c7b0-7295-9331-2d1e3f47d7d5', '01a22c45-c7b5-755a-9d3e-f8c13eeb8caa', '1000', 'EUR', '1000', '0', 'captured', 'pm_card_visa', 'sandbox', 'pi_f8eb234ce297c895bb0d3fb3', '01a22c45-c7b5-755a-9d3e-f8c13eeb8caa:payment.capture', NULL, now() - interval '5.193 s', now() - interval '4.815 s', '2', '1', now() - interval '5.193 s', now() - interval '5.193 s', '0', NULL),
  ('01a22c45-ca0c-76bf-8f91-85a50384f5b8', 'alice', '01a22c45-c9f5-71e9-9ba4-1a41be316a88', '01a22c45-ca0c-76bf-8f91-81134b4d093b', '1000', 'EUR', '0', '0', 'declined', 'pm_card_chargeDeclined', 'sandbox', 'pi_b37b229f25ef727c9332f888', '01a22c45-ca0c-76bf-8f91-81134b4d093b:payment.capture', '{"code": "payment_declined", "detail": "The card was declined; place a new order with another payment method."}', now() - interval '4.437 s', now() - interval '4.406 s', '2', '1', now() - interval '4.437 s', now() - interval '4.437 s', '0', NULL),
  ('01a22c45-cc0c-77b7-b072-c348d9de7e8c', 'alice', '01a22c45-cbfd-7176-98ff-1685f462a3b1', '01a22c45-cc0c-77b7-b072-bd2b2b505070', '1000', 'EUR', '1000', '0', 'captured', 'pm_card_visa', 'sandbox', 'pi_b5e6123bb38b912f02063a5d', '01a22c45-cc0c-77b7-b072-bd2b2b505070:payment.capture', NULL, now() - interval '3.905 s', now() - interval '2.839 s', '2', '1', now() - interval '3.905 s', now() - interval '3.905 s', '1000', NULL),
  ('01a22c45-d106-7296-b403-a6cea1f2227e', 'alice', '01a22c45-d101-7280-a264-05ddd6699d71', '01a22c45-d106-7296-b403-a14f08c46896', '1000', 'EUR', '0', '0', 'unknown', 'pm_card_visa', 'sandbox', NULL, '01a22c45-d106-7296-b403-a14f08c46896:payment.capture', NULL, now() - interval '2.660 s', now() - interval '2.592 s', '2', '1', now() - interval '2.592 s', now() - interval '2.660 s', '0', NULL),
  ('01a22c45-d17b-7347-b6f7-80b542550d66', 'alice', '01a22c45-d175-750c-b83b-4518b07313e4', '01a22c45-d17b-7347-b6f7-7ec5f07ad7aa', '1000', 'EUR', '0', '0', 'unknown', 'pm_card_visa', 'sandbox', NULL, '01a22c45-d17b-7347-b6f7-7ec5f07ad7aa:payment.capture', NULL, now() - interval '2.532 s', now() - interval '2.375 s', '3', '1', now() - interval '2.375 s', now() - interval '2.532 s', '0', '{"code": "order_cancelled", "detail": "Cancelled on request."}'),
  ('01a22c45-d852-7394-999b-b477a8ed86c7', 'alice', '01a22c45-d844-76c7-8839-b5d73604ec2f', '01a22c45-d852-7394-999b-b17d964b26ca', '1000', 'EUR', '0', '0', 'pending', 'pm_card_visa', 'sandbox', NULL, '01a22c45-d852-7394-999b-b17d964b26ca:payment.capture', NULL, now() - interval '0.780 s', now() - interval '0.780 s', '1', '1', now() - interval '0.780 s', now() - interval '0.780 s', '0', NULL);

INSERT INTO payments.refunds (id, payment_id, tenant_id, order_id, amount, currency, status, reason, step_key, provider_reference, created_at, version, generation, attempted_at, key_since, surplus_reference, owed) VALUES
  ('01a22c45-d072-734d-a705-3d903d5dd06d', '01a22c45-cc0c-77b7-b072-c348d9de7e8c', 'alice', '01a22c45-cbfd-7176-98ff-1685f462a3b1', '1000', 'EUR', 'pending', 'order not fulfilled', '01a22c45-cc0c-77b7-b072-bd2b2b505070:payment.refund', NULL, now() - interval '2.796 s', '2', '1', now() - interval '2.680 s', now() - interval '2.796 s', NULL, 'true');

INSERT INTO payments.payment_events (id, payment_id, fact, subject, source, amount, detail, created_at) OVERRIDING SYSTEM VALUE VALUES
  ('1', '01a22c45-c7b5-755a-9d3e-fe5f14b057df', 'captured', '01a22c45-c7b5-755a-9d3e-f8c13eeb8caa:payment.capture', 'answer', '1000', '{"providerReference": "pi_f8eb234ce297c895bb0d3fb3"}', now() - interval '4.560 s'),
  ('2', '01a22c45-ca0c-76bf-8f91-85a50384f5b8', 'declined', '01a22c45-ca0c-76bf-8f91-81134b4d093b:payment.capture', 'answer', NULL, '{"failure": {"code": "payment_declined", "detail": "The card was declined; place a new order with another payment method."}, "providerReference": "pi_b37b229f25ef727c9332f888"}', now() - interval '4.174 s'),
  ('4', '01a22c45-cc0c-77b7-b072-c348d9de7e8c', 'captured', '01a22c45-cc0c-77b7-b072-bd2b2b505070:payment.capture', 'answer', '1000', '{"providerReference": "pi_b5e6123bb38b912f02063a5d"}', now() - interval '2.586 s'),
  ('5', '01a22c45-d106-7296-b403-a6cea1f2227e', 'unknown', '01a22c45-d106-7296-b403-a14f08c46896:payment.capture', 'answer', NULL, '{}', now() - interval '2.369 s'),
  ('6', '01a22c45-d17b-7347-b6f7-80b542550d66', 'unknown', '01a22c45-d17b-7347-b6f7-7ec5f07ad7aa:payment.capture', 'answer', NULL, '{}', now() - interval '2.138 s');

INSERT INTO saga.sagas (id, tenant_id, definition, correlation_id, status, start, failure, stop, entry_operation, operation_key, deadline_ms, created_at, updated_at, version, attention, joined) VALUES
  ('01a22c45-c7b5-755a-9d3e-f8c13eeb8caa', 'alice', 'place-order', '01a22c45-c7b0-7295-9331-2d1e3f47d7d5', 'completed', '{"lines": [{"sku": "TEA", "quantity": 1}], "total": 1000, "sagaId": "01a22c45-c7b5-755a-9d3e-f8c13eeb8caa", "orderId": "01a22c45-c7b0-7295-9331-2d1e3f47d7d5", "currency": "EUR", "tenantId": "alice", "paymentId": "01a22c45-c7b5-755a-9d3e-fe5f14b057df", "paymentMethod": "pm_card_visa"}', NULL, NULL, 'orders.place', '\x510baf04ad6acc0f37bad5e48d0f27c99b1ade0a299bf58d38d111c97cdc371b', '900000', now() - interval '4.890 s', now() - interval '4.650 s', '2', NULL, 'false'),
  ('01a22c45-ca0c-76bf-8f91-81134b4d093b', 'alice', 'place-order', '01a22c45-c9f5-71e9-9ba4-1a41be316a88', 'compensated', '{"lines": [{"sku": "TEA", "quantity": 1}], "total": 1000, "sagaId": "01a22c45-ca0c-76bf-8f91-81134b4d093b", "orderId": "01a22c45-c9f5-71e9-9ba4-1a41be316a88", "currency": "EUR", "tenantId": "alice", "paymentId": "01a22c45-ca0c-76bf-8f91-85a50384f5b8", "paymentMethod": "pm_card_chargeDeclined"}', '{"code": "payment_declined", "detail": "The card was declined; place a new order with another payment method."}', NULL, 'orders.place', '\x4955d157714daca6a1c32060c63e687b0a46d229540e31c2c14312bc4e626181', '900000', now() - interval '4.307 s', now() - interval '4.267 s', '2', NULL, 'false'),
  ('01a22c45-cc0c-77b7-b072-bd2b2b505070', 'alice', 'place-order', '01a22c45-cbfd-7176-98ff-1685f462a3b1', 'compensating', '{"lines": [{"sku": "NONE", "quantity": 1}], "total": 1000, "sagaId": "01a22c45-cc0c-77b7-b072-bd2b2b505070", "orderId": "01a22c45-cbfd-7176-98ff-1685f462a3b1", "currency": "EUR", "tenantId": "alice", "paymentId": "01a22c45-cc0c-77b7-b072-c348d9de7e8c", "paymentMethod": "pm_card_visa"}', '{"code": "out_of_stock", "detail": "Not enough stock of NONE. Nothing is reserved, and what was paid goes back."}', NULL, 'orders.place', '\xd2e25c3bd21d86127680465a5603cdac920ae202e5a61b23838651ebe3653316', '900000', now() - interval '3.752 s', now() - interval '2.696 s', '2', NULL, 'false'),
  ('01a22c45-d106-7296-b403-a14f08c46896', 'alice', 'place-order', '01a22c45-d101-7280-a264-05ddd6699d71', 'running', '{"lines": [{"sku": "TEA", "quantity": 1}], "total": 1000, "sagaId": "01a22c45-d106-7296-b403-a14f08c46896", "orderId": "01a22c45-d101-7280-a264-05ddd6699d71", "currency": "EUR", "tenantId": "alice", "paymentId": "01a22c45-d106-7296-b403-a6cea1f2227e", "paymentMethod": "pm_card_visa"}', NULL, NULL, 'orders.place', '\xafb5374b5b525a27b685b309080f05eb855367a5ad85f34986c0cce813c80114', '900000', now() - interval '2.523 s', now() - interval '2.460 s', '2', NULL, 'false'),
  ('01a22c45-d17b-7347-b6f7-7ec5f07ad7aa', 'alice', 'place-order', '01a22c45-d175-750c-b83b-4518b07313e4', 'running', '{"lines": [{"sku": "TEA", "quantity": 1}], "total": 1000, "sagaId": "01a22c45-d17b-7347-b6f7-7ec5f07ad7aa", "orderId": "01a22c45-d175-750c-b83b-4518b07313e4", "currency": "EUR", "tenantId": "alice", "paymentId": "01a22c45-d17b-7347-b6f7-80b542550d66", "paymentMethod": "pm_card_visa"}', NULL, '{"code": "order_cancelled", "detail": "Cancelled on request."}', 'orders.place', '\xe4ccaf98c23c40faa9665469ce9d0b6df9d5f9401bcab5f9dcb5199caca38a86', '900000', now() - interval '2.387 s', now() - interval '2.122 s', '3', NULL, 'true'),
  ('01a22c45-d852-7394-999b-b17d964b26ca', 'alice', 'place-order', '01a22c45-d844-76c7-8839-b5d73604ec2f', 'running', '{"lines": [{"sku": "TEA", "quantity": 1}], "total": 1000, "sagaId": "01a22c45-d852-7394-999b-b17d964b26ca", "orderId": "01a22c45-d844-76c7-8839-b5d73604ec2f", "currency": "EUR", "tenantId": "alice", "paymentId": "01a22c45-d852-7394-999b-b477a8ed86c7", "paymentMethod": "pm_card_visa"}', NULL, NULL, 'orders.place', '\x2eb74c6b71c3b5412040dee24ec5c3d17459b76d4d4f9b8ad0533d7897640c8b', '900000', now() - interval '0.497 s', now() - interval '0.649 s', '1', NULL, 'false');

INSERT INTO saga.steps (saga_id, name, generation, kind, status, position, created_at, finished_at) OVERRIDING SYSTEM VALUE VALUES
  ('01a22c45-c7b5-755a-9d3e-f8c13eeb8caa', 'inventory.reserve', '1', 'forward', 'done', '2', now() - interval '4.476 s', now() - interval '4.476 s'),
  ('01a22c45-c7b5-755a-9d3e-f8c13eeb8caa', 'order.confirm', '1', 'forward', 'done', '3', now() - interval '4.476 s', now() - interval '4.476 s'),
  ('01a22c45-c7b5-755a-9d3e-f8c13eeb8caa', 'payment.capture', '1', 'forward', 'done', '1', now() - interval '4.721 s', now() - interval '4.476 s'),
  ('01a22c45-ca0c-76bf-8f91-81134b4d093b', 'order.cancel', '1', 'compensation', 'done', '5', now() - interval '4.089 s', now() - interval '4.089 s'),
  ('01a22c45-ca0c-76bf-8f91-81134b4d093b', 'payment.capture', '1', 'forward', 'refused', '4', now() - interval '4.138 s', now() - interval '4.089 s'),
  ('01a22c45-cc0c-77b7-b072-bd2b2b505070', 'inventory.reserve', '1', 'forward', 'refused', '9', now() - interval '2.502 s', now() - interval '2.502 s'),
  ('01a22c45-cc0c-77b7-b072-bd2b2b505070', 'payment.refund', '1', 'compensation', 'pending', '10', now() - interval '2.502 s', NULL),
  ('01a22c45-cc0c-77b7-b072-bd2b2b505070', 'payment.capture', '1', 'forward', 'done', '6', now() - interval '3.583 s', now() - interval '2.502 s'),
  ('01a22c45-d106-7296-b403-a14f08c46896', 'payment.capture', '1', 'forward', 'unknown', '11', now() - interval '2.354 s', NULL),
  ('01a22c45-d17b-7347-b6f7-7ec5f07ad7aa', 'payment.capture', '1', 'forward', 'unknown', '12', now() - interval '2.218 s', NULL),
  ('01a22c45-d852-7394-999b-b17d964b26ca', 'payment.capture', '1', 'forward', 'pending', '13', now() - interval '0.328 s', NULL);

INSERT INTO idempotency.records (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, saga_id, status, headers, body, created_at, decided_at, expires_at, version) VALUES
  ('01a22c45-c7c1-72ea-ab0e-233ecc31d4e9', 'alice', 'orders.place', 'confirmed', '\xe9a5bb8f578d13a4e417fb3b1d4a56f933093b3d6fe5412cf1d9b619fb43dee7', '1', 'decided', '01a22c45-c7b5-755a-9d3e-f8c13eeb8caa', '201', E'{"etag": "\\"2\\"", "location": "/api/orders/01a22c45-c7b0-7295-9331-2d1e3f47d7d5", "content-type": "application/json; charset=utf-8"}', '{"id":"01a22c45-c7b0-7295-9331-2d1e3f47d7d5","status":"confirmed","customerId":"customer-1","currency":"EUR","total":1000,"items":[{"sku":"TEA","quantity":1,"unitPrice":1000,"lineTotal":1000}],"paymentId":"01a22c45-c7b5-755a-9d3e-fe5f14b057df","sagaId":"01a22c45-c7b5-755a-9d3e-f8c13eeb8caa","createdAt":"2026-11-30T11:45:00.181Z","updatedAt":"2026-11-30T11:45:00.601Z","version":2}', now() - interval '4.880 s', now() - interval '4.635 s', now() - interval '-86395.365 s', '2'),
  ('01a22c45-c994-720f-8d91-c285447a0ce0', 'alice', 'orders.place', 'draft', '\x494a3eeb5eccc2c7dca2ef6efeb629179c4bac69f273cd1aabcaf4f64ea29d45', '1', 'decided', NULL, '201', E'{"etag": "\\"1\\"", "location": "/api/orders/01a22c45-c982-7347-90fd-da2f06722bc1", "content-type": "application/json; charset=utf-8"}', '{"id":"01a22c45-c982-7347-90fd-da2f06722bc1","status":"draft","customerId":"customer-1","currency":"EUR","total":1000,"items":[{"sku":"TEA","quantity":1,"unitPrice":1000,"lineTotal":1000}],"createdAt":"2026-11-30T11:45:00.822Z","updatedAt":"2026-11-30T11:45:00.822Z","version":1}', now() - interval '4.401 s', now() - interval '4.401 s', now() - interval '-86395.599 s', '1'),
  ('01a22c45-ca14-7211-bc5a-01a9fc9f5000', 'alice', 'orders.place', 'declined', '\xe148d9c2f545d577b4c616ec01810abb7ca7abc8fda42a19fdc8e94561766881', '1', 'decided', '01a22c45-ca0c-76bf-8f91-81134b4d093b', '402', '{"content-type": "application/problem+json; charset=utf-8"}', '{"type":"/docs/problems#payment_declined","title":"Payment declined","status":402,"detail":"The card was declined; place a new order with another payment method.","code":"payment_declined","instance":"/api/orders/01a22c45-c9f5-71e9-9ba4-1a41be316a88","traceId":"01a22c45c9f571e99ba41a41be316a88","retry":"new-key"}', now() - interval '4.297 s', now() - interval '4.249 s', now() - interval '-86395.751 s', '2'),
  ('01a22c45-cc28-71d8-9922-a20811b6636e', 'alice', 'orders.place', 'turning-back', '\xa3f6ac0ea3a93b2b395673c5e5fd089eb346244d780aea1074bfa0a4156e9d3e', '1', 'processing', '01a22c45-cc0c-77b7-b072-bd2b2b505070', NULL, NULL, NULL, now() - interval '3.742 s', NULL, NULL, '1'),
  ('01a22c45-d10b-739a-9a3e-3571d154f959', 'alice', 'orders.place', 'in-doubt', '\xe9a5bb8f578d13a4e417fb3b1d4a56f933093b3d6fe5412cf1d9b619fb43dee7', '1', 'processing', '01a22c45-d106-7296-b403-a14f08c46896', NULL, NULL, NULL, now() - interval '2.513 s', NULL, NULL, '1'),
  ('01a22c45-d18b-74c2-b270-34cef3d1617d', 'alice', 'orders.place', 'not-wanted', '\xe9a5bb8f578d13a4e417fb3b1d4a56f933093b3d6fe5412cf1d9b619fb43dee7', '1', 'processing', '01a22c45-d17b-7347-b6f7-7ec5f07ad7aa', NULL, NULL, NULL, now() - interval '2.377 s', NULL, NULL, '1'),
  ('01a22c45-d2d0-73da-b138-df433fd41214', 'alice', 'orders.cancel', 'cancel-it', '\x384e9d521a07ce707ef0afb2aa391e98fd5ee5873565799fcd92b277065a1501', '1', 'processing', '01a22c45-d17b-7347-b6f7-7ec5f07ad7aa', NULL, NULL, NULL, now() - interval '2.061 s', NULL, NULL, '1'),
  ('01a22c45-d864-7618-a6b7-14e66a6689a0', 'alice', 'orders.place', 'accepted', '\xe9a5bb8f578d13a4e417fb3b1d4a56f933093b3d6fe5412cf1d9b619fb43dee7', '1', 'processing', '01a22c45-d852-7394-999b-b17d964b26ca', NULL, NULL, NULL, now() - interval '0.487 s', NULL, NULL, '1');

INSERT INTO messaging.subscriptions (consumer, event) VALUES
  ('orders.timeline', 'orders.order-drafted'),
  ('orders.timeline', 'orders.order-placed'),
  ('orders.timeline', 'orders.order-cancel-requested'),
  ('orders.timeline', 'orders.order-confirmed'),
  ('orders.timeline', 'orders.order-cancelled');

INSERT INTO messaging.outbox (position, id, tenant_id, name, aggregate_id, payload, created_at) OVERRIDING SYSTEM VALUE VALUES
  ('14', '01a22c45-d864-7618-a6b7-184e14007805', 'alice', 'orders.order-placed', '01a22c45-d844-76c7-8839-b5d73604ec2f', '{"lines": [{"sku": "TEA", "quantity": 1}], "total": 1000, "sagaId": "01a22c45-d852-7394-999b-b17d964b26ca", "orderId": "01a22c45-d844-76c7-8839-b5d73604ec2f", "currency": "EUR", "tenantId": "alice", "paymentId": "01a22c45-d852-7394-999b-b477a8ed86c7", "paymentMethod": "pm_card_visa"}', now() - interval '0.320 s');

INSERT INTO messaging.consumptions (consumer, message_id, consumed_at) VALUES
  ('orders.timeline', '01a22c45-c7cd-772e-b832-c3bc82fb7c0a', now() - interval '4.733 s'),
  ('orders.timeline', '01a22c45-c8bd-711d-b8de-56c4b8a6c348', now() - interval '4.507 s'),
  ('orders.timeline', '01a22c45-c99b-759d-b12b-18cdd9fed72c', now() - interval '4.360 s'),
  ('orders.timeline', '01a22c45-ca15-769a-8847-980865ae64c8', now() - interval '4.259 s'),
  ('orders.timeline', '01a22c45-ca45-76f8-ac67-330173b9fc26', now() - interval '4.191 s'),
  ('orders.timeline', '01a22c45-cc3f-7499-8c58-200c6e54ad62', now() - interval '3.199 s'),
  ('orders.timeline', '01a22c45-d10b-739a-9a3e-3b3f8cb7bcf2', now() - interval '2.376 s'),
  ('orders.timeline', '01a22c45-d18c-777e-a9c5-5ee9064e7b8e', now() - interval '2.277 s');

INSERT INTO messaging.inbox (id, provider, account, event_id, type, meaning, raw, status, detail, received_at, decided_at, aggregate_id) VALUES
  ('01a22c45-d9cd-7427-81a2-a2d09a95b9fb', 'sandbox', '', 'evt_9d6401213c1a6be51e2eea94', 'customer.created', '\xf1896ddd8b7935ca1dbb3d394d3ad7ef773a2fc28fdddd52c236c140cca30ae4', '\x7b226964223a226576745f396436343031323133633161366265353165326565613934222c226f626a656374223a226576656e74222c226170695f76657273696f6e223a22323032362d31302d32382e656e64697665222c2263726561746564223a313739363033393130342c226c6976656d6f6465223a66616c73652c2270656e64696e675f776562686f6f6b73223a312c2272657175657374223a7b226964223a6e756c6c2c226964656d706f74656e63795f6b6579223a6e756c6c7d2c2274797065223a22637573746f6d65722e63726561746564222c2264617461223a7b226f626a656374223a7b226964223a226375735f70726573656e74222c226f626a656374223a22637573746f6d6572227d7d7d', 'ignored', NULL, now() - interval '0.362 s', now() - interval '0.362 s', NULL);

INSERT INTO graphile_worker._private_tasks (identifier) VALUES ('payments.capture'), ('payments.resolve'), ('payments.refund');
INSERT INTO graphile_worker._private_jobs (task_id, key, payload, run_at, max_attempts)
SELECT t.id, v.key, v.payload, v.run_at, 32767 FROM (VALUES
  ('payments.refund', '01a22c45-cc0c-77b7-b072-bd2b2b505070:payment.refund:2', '{"refundId":"01a22c45-d072-734d-a705-3d903d5dd06d","orderId":"01a22c45-cbfd-7176-98ff-1685f462a3b1","attempt":2}'::json, now() + interval '-0.723 s'),
  ('payments.resolve', '01a22c45-d106-7296-b403-a14f08c46896:payment.capture:resolve:1', '{"paymentId":"01a22c45-d106-7296-b403-a6cea1f2227e","orderId":"01a22c45-d101-7280-a264-05ddd6699d71","look":1}'::json, now() + interval '-0.614 s'),
  ('payments.resolve', '01a22c45-d17b-7347-b6f7-7ec5f07ad7aa:payment.capture:resolve:1', '{"paymentId":"01a22c45-d17b-7347-b6f7-80b542550d66","orderId":"01a22c45-d175-750c-b83b-4518b07313e4","look":1}'::json, now() + interval '-0.384 s'),
  ('payments.capture', '01a22c45-d852-7394-999b-b17d964b26ca:payment.capture:1', '{"paymentId":"01a22c45-d852-7394-999b-b477a8ed86c7","orderId":"01a22c45-d844-76c7-8839-b5d73604ec2f","generation":1}'::json, now() + interval '-0.658 s')
) AS v(name, key, payload, run_at) JOIN graphile_worker._private_tasks AS t ON t.identifier = v.name;

-- What is written from here on comes after them.
SELECT setval(pg_get_serial_sequence('inventory.movements', 'id'), (SELECT max(id) FROM inventory.movements));
SELECT setval(pg_get_serial_sequence('payments.payment_events', 'id'), (SELECT max(id) FROM payments.payment_events));
SELECT setval(pg_get_serial_sequence('saga.steps', 'position'), (SELECT max(position) FROM saga.steps));
SELECT setval(pg_get_serial_sequence('messaging.outbox', 'position'), (SELECT max(position) FROM messaging.outbox));
