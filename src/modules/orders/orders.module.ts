import { Cancellation } from './domain/cancellation.entity.js';
import { OrderLine } from './domain/order-line.entity.js';
import { Order } from './domain/order.entity.js';
import { CancelOrderHandler } from './handlers/cancel-order.handler.js';
import { ConfirmDraftHandler } from './handlers/confirm-draft.handler.js';
import { ConfirmOrderHandler } from './handlers/confirm-order.handler.js';
import { GetOrderHandler, ListOrdersHandler } from './handlers/order-queries.handler.js';
import { GetTimelineHandler } from './handlers/get-timeline.handler.js';
import { HoldOrderHandler } from './handlers/hold-order.handler.js';
import { PlaceOrderHandler } from './handlers/place-order.handler.js';
import { RequestCancelHandler } from './handlers/request-cancel.handler.js';
import { UndoOrderHandler } from './handlers/undo-order.handler.js';
import { CancelOrderController } from './http/cancel-order.controller.js';
import { ConfirmOrderController } from './http/confirm-order.controller.js';
import { OrderAnswers } from './http/order-answers.js';
import { OrderProgress } from './http/order-progress.js';
import { PlaceOrderController } from './http/place-order.controller.js';
import { ReadOrdersController } from './http/read-orders.controller.js';
import { TimelineController } from './http/timeline.controller.js';
import { OrderTimelineConsumer } from './timeline/order-timeline.consumer.js';
import { TimelineStore } from './timeline/timeline.store.js';
import { OrderEffects } from './order-effects.js';
import { OrdersMetric } from './orders.metric.js';
import { OrdersRepository } from './orders.repository.js';
import { CancelOrderSaga } from './sagas/cancel-order.saga.js';
import { PlaceOrderSaga } from './sagas/place-order.saga.js';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

@Module({
  imports: [TypeOrmModule.forFeature([Order, OrderLine, Cancellation])],
  controllers: [
    PlaceOrderController,
    ConfirmOrderController,
    CancelOrderController,
    ReadOrdersController,
    TimelineController,
  ],
  providers: [
    OrdersRepository,
    PlaceOrderHandler,
    ConfirmDraftHandler,
    ConfirmOrderHandler,
    CancelOrderHandler,
    RequestCancelHandler,
    HoldOrderHandler,
    UndoOrderHandler,
    OrderEffects,
    OrdersMetric,
    GetOrderHandler,
    ListOrdersHandler,
    GetTimelineHandler,
    TimelineStore,
    OrderTimelineConsumer,
    PlaceOrderSaga,
    CancelOrderSaga,
    OrderAnswers,
    OrderProgress,
  ],
})
export class OrdersModule {}
