"""Mutation testing: would the tests of the engine notice a fault?"""
