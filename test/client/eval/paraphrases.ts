// Instructions of ours for the customers and orders of train tasks, in ordinary words: the train tasks themselves are all written to one
// pattern. `id` names the task whose expected calls hold.
export const PARAPHRASES: readonly (readonly [id: string, instruction: string])[] = [
  [
    'train-0',
    'You are Omar Anderson living in 19031. You received an electric kettle and a wall clock a while ago and you are not happy with either of them. You want to return both and get the money back on your credit card. You are polite.',
  ],
  [
    'train-0',
    'Your name is Omar Anderson and your zip code is 19031. You want to return the kettle you bought. If the agent asks for confirmation, mention that you also want to return the wall clock.',
  ],
  [
    'train-0',
    "Your name is Omar Anderson and your zip code is 19031. You're calling to return a wall clock. You also want to return the electric kettle from the same order. You want the refund to go to the original payment method. You do not want to give the order number.",
  ],
  [
    'train-4',
    "Your name is Juan Rossi and your zip code is 77209. You want to cancel your pending order since you don't need it anymore. You are shy and do not reveal more than necessary.",
  ],
  [
    'train-4',
    'Your name is Juan Rossi and your zip code is 77209. You have decided that you no longer need order #W7602708 and want to cancel it and get a full refund.',
  ],
  [
    'train-13',
    'Your name is Emma Kovacs and your email is emma.kovacs5723@example.com. You accidentally placed two orders, #W7109609 and #W6554908, and you would like both of them cancelled.',
  ],
  [
    'train-13',
    'You are Emma Kovacs. You ordered #W7109609 by mistake and want to cancel it. Once that is done, you also want to cancel #W6554908 for the same reason.',
  ],
  [
    'train-212',
    'Your name is Lucas Muller and your zip code is 78763. You want to return the thermostat and the makeup kit you received and have the refund put on your gift card. You also ordered #W3206099 by accident and want it cancelled.',
  ],
  [
    'train-47',
    'Your name is Mei Kovacs and your email is mei.kovacs8232@example.com. You want to return the hiking boots, the desk lamp and the water bottle from order W6390527 and get refunded to PayPal. Also cancel order #W7800651 because it was a mistake.',
  ],
  [
    'train-47',
    'Your name is Mei Kovacs. You want to return the hiking boots, a desk lamp and a water bottle. You want to know how long the refund takes. Then you realize that you also want to cancel the order #W7800651, which you placed by mistake. You want a coupon for the trouble.',
  ],
  [
    'train-84',
    'Your name is Chen Silva and your zip code is 78239. You want to return a pet bed and a tablet to your gift card, and a makeup kit and a skateboard to your credit card.',
  ],
  [
    'train-84',
    "Your name is Chen Silva. You want to send back the pet bed and the tablet of #W9571698, money on a gift card. You'd also like to return the makeup kit and skateboard in order #W3069600, to the card you paid with.",
  ],
  [
    'train-29',
    "Your name is Ava Nguyen and your zip code is 94128. You want to cancel orders #W1242543 and #W9232383 because you don't need them any more. You also want to cancel #W8367380, you placed that one by mistake.",
  ],
  [
    'train-6',
    'You are Ava Nguyen. You want to exchange the notebook of #W1504875 for an A5 one. If that is not possible, you want to return it.',
  ],
  [
    'train-57',
    'You are Amelia Silva. You want to cancel order #W4836353, you do not need it. You also want your hiking boots in size 7 instead of 12.',
  ],
  [
    'train-59',
    'You are Anya Patel. You want to return the fleece jacket, the vacuum cleaner and the dumbbells to a gift card, and you want to swap the makeup kit for a darker one.',
  ],
  [
    'train-4',
    'Your name is Juan Rossi and your zip code is 77209. The garden hose you ordered has not come yet. You found a better price at another shop and would like not to get this one any more. If the agent offers a discount, you refuse it.',
  ],
  [
    'train-4',
    "Your name is Juan Rossi. You ordered a garden hose but you don't need it, and you want your money back. Your dog ate the receipt.",
  ],
  [
    'train-13',
    'Your name is Emma Kovacs. You want to cancel all the pending orders because you ordered them by mistake.',
  ],
  [
    'train-13',
    'Your name is Emma Kovacs. You placed the order with the perfume and the dumbbells by mistake; you want it cancelled. The order with the headphones was a mistake too, cancel that as well.',
  ],
  [
    'train-0',
    'Your name is Omar Anderson. You want a refund for the electric kettle: it does not heat properly. You want the agent to troubleshoot it first. If the agent cannot help, then you want to return it together with the wall clock.',
  ],
  [
    'train-0',
    'Your name is Omar Anderson. The kettle and the clock from your last order do not match your kitchen. You want to send both of them back. You also want to unsubscribe from the newsletter and you insist on it.',
  ],
  [
    'train-47',
    'Your name is Mei Kovacs. You want to return everything in your delivered order #W6390527 to your PayPal account and cancel #W7800651 which was placed accidentally. You are impatient and want it done fast.',
  ],
  [
    'train-47',
    'Your name is Mei Kovacs. You want to return the water bottle. Before the agent does it, you change your mind: you want to return the hiking boots and the desk lamp as well. Also, you want to cancel the pending order that you made by mistake.',
  ],
  [
    'train-59',
    'Your name is Anya Patel and your zip code is 77209. You want to return the fleece jacket, vacuum cleaner and dumbbell set. You want the money on your gift card. You also want to exchange the makeup kit.',
  ],
  [
    'train-212',
    'Your name is Lucas Muller. You want to know how much you would get back in total if you return the smart thermostat and the makeup kit. Then you want to return both, to your gift card. You also want to cancel the other order, it was ordered by accident.',
  ],
  [
    'train-212',
    "Your name is Lucas Muller. You received a thermostat and a makeup kit. You'd like to return them. You prefer the refund on a gift card. If the agent asks for confirmation, tell them you also want to cancel order #W3206099 because you ordered it by mistake.",
  ],
  [
    'train-84',
    'Your name is Chen Silva. You want to return a tablet and a pet bed. You bought a makeup kit and a skateboard in another order, and these should go back too. The first refund should go to your gift card, the second one to your card.',
  ],
  [
    'train-0',
    'Your name is Omar Anderson. You received your order #W6067464 and dislike the kettle and the clock. You want to return these two items, but keep the rest. You want to know the tracking number too.',
  ],
  [
    'train-0',
    'Your name is Omar Anderson. At first you want to return only the wall clock from order #W6067464, but you then change your mind and want to return the electric kettle as well.',
  ],
  [
    'train-0',
    "Your name is Omar Anderson and you want to return two items, an electric kettle and a wall clock. You don't remember the order number. You are in a hurry and want it all in one go.",
  ],
  [
    'train-4',
    "Your name is Juan Rossi. You'd like to call off the order you placed for a garden hose because you moved to a flat with no garden.",
  ],
  [
    'train-4',
    'Your name is Juan Rossi, and you are having second thoughts about the garden hose. You would like to cancel your purchase and receive a full refund.',
  ],
  [
    'train-4',
    'Your name is Juan Rossi. You want to know whether the order #W7602708 has been shipped. If it has not been shipped, you want to cancel it as you no longer need it.',
  ],
  [
    'train-13',
    'Your name is Emma Kovacs. You want to cancel the orders with the vacuum cleaner and the one with the skateboard. Both of them were ordered by mistake.',
  ],
  [
    'train-13',
    'Your name is Emma Kovacs. You want to cancel order #W7109609. If the agent asks for the reason, say that you ordered it by mistake. You also want to cancel #W6554908, same reason.',
  ],
  [
    'train-212',
    'Your name is Lucas Muller. You want to return the whole order #W1523776 and get the money on a gift card. You also want to cancel the order that is still pending. You made that order by mistake.',
  ],
  [
    'train-47',
    "Your name is Mei Kovacs. You bought some things a few weeks ago: hiking boots, a desk lamp and a water bottle. None of them is what you expected, so you'd like to return them all. If the agent asks you for confirmation, mention that you also want to cancel your pending order because it was placed by mistake.",
  ],
  [
    'train-47',
    "Your name is Mei Kovacs. You want to return all the items in your most recent delivered order, that is the hiking boots, the lamp, and the bottle. You'd also like to cancel the pending one (ordered by mistake).",
  ],
  [
    'train-84',
    'Your name is Chen Silva. You want to return the pet bed and the tablet from order #W9571698, preferably to a gift card. If the agent asks for confirmation, tell them that you also want to return the makeup kit and the skateboard from order #W3069600 to the original payment method.',
  ],
  [
    'train-29',
    'Your name is Ava Nguyen. You have three pending orders: #W1242543, #W9232383, #W8367380. Cancel all of them. The last one was a mistake, you no longer need the other two.',
  ],
  [
    'train-59',
    'Your name is Anya Patel. You want to return the fleece jacket, the vacuum cleaner and the dumbbell set to the gift card. You would also like the makeup kit exchanged for another brand, but if that is not possible you keep it.',
  ],
];
