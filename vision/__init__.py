"""From a photo's pixels to the tiles found in it and the hand they form."""
